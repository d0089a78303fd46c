import { sql, type SQL } from 'drizzle-orm';
import { batchStatement, jsonRow } from '../../../db/batch-statement.js';
import { constraintOf } from '../../../db/errors.js';
import { postEvents, publishAttempts } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import type { PublishStep, StepInput } from '../../../domain/workflow-contract.js';
import type { ServiceDeps } from '../../shared/context.js';
import { createBatcher, onePerPool } from '../../shared/rows/batcher.js';
import { eventKeys, eventRows, publisher } from '../../timeline/record.js';
import type { LoadedPublication } from './publication.js';
import { rowVersions } from './row-versions.js';

/** All columns of an attempt that are known when it is claimed. */
export type NewAttempt = Pick<
  typeof publishAttempts.$inferSelect,
  | 'id'
  | 'targetId'
  | 'step'
  | 'generation'
  | 'number'
  | 'workflowId'
  | 'accountIdentity'
  | 'sentText'
  | 'startedAt'
>;

const attemptKeys = [
  'id',
  'targetId',
  'step',
  'generation',
  'number',
  'workflowId',
  'accountIdentity',
  'sentText',
  'startedAt',
] as const satisfies readonly (keyof NewAttempt)[];

/** The indexes that a claim violates if its attempt exists. The second one shows an earlier try of this claim. */
const attemptIndexes: readonly string[] = ['publish_attempts_number', 'publish_attempts_pkey'];

/**
 * Claims a step's call in one statement, if the rows are as they were loaded (`rowVersions`), no other try has called,
 * and a post is due by the database's clock. The attempt is written, and with that of a post, the post and its waiting
 * targets turn PUBLISHING. False means that something has changed; a new load finds out what. The rows are locked, so
 * the condition is checked on their final values. Concurrent claims share a statement that skips rows locked elsewhere,
 * so that no claim waits for another's post; a skipped claim is repeated alone, and waits.
 */
export async function claimCall(
  deps: ServiceDeps,
  input: StepInput,
  loaded: LoadedPublication,
  claim: { attempt: NewAttempt; prepared: JsonObject; nowMs: number },
): Promise<boolean> {
  const given = givenOf(deps, input, loaded, claim);
  try {
    return (await claimShared(deps.db)(given)) || (await claimAlone(deps.db, [given])).length > 0;
  } catch (error) {
    if (attemptIndexes.includes(constraintOf(error) ?? '')) return false;
    throw error;
  }
}

const claimShared = onePerPool((db) =>
  createBatcher<GivenClaim, boolean>(async (batch) => {
    const claimed = new Set((await claimBatch(db, batch)).map(({ id }) => id));
    return batch.map(({ attempt }) => claimed.has(String(attempt['id'])));
  }),
);

const attemptRow = jsonRow(publishAttempts, attemptKeys);
const eventRow = jsonRow(postEvents, eventKeys);

/** The values that a claim checks and writes. */
interface GivenClaim {
  postId: string;
  targetId: string;
  step: PublishStep;
  workflowId: string;
  postVersion: string;
  targetVersion: string;
  lastNumber: number;
  /** Null if the database's own clock decides whether the post is due. */
  dueNow: Date | null;
  now: Date;
  state: JsonObject;
  attempt: Record<string, unknown>;
  begun: Record<string, unknown>;
}

const givenTypes = {
  postId: 'text',
  targetId: 'text',
  step: 'text',
  workflowId: 'text',
  postVersion: 'text',
  targetVersion: 'text',
  lastNumber: 'int',
  dueNow: 'timestamptz',
  now: 'timestamptz',
  state: 'jsonb',
  attempt: 'jsonb',
  begun: 'jsonb',
} as const;

function givenOf(
  deps: ServiceDeps,
  { postId, targetId, step, workflowId }: StepInput,
  { versions, lastNumber }: LoadedPublication,
  { attempt, prepared, nowMs }: { attempt: NewAttempt; prepared: JsonObject; nowMs: number },
): GivenClaim {
  const kind = 'PUBLISHING_BEGUN';
  const [event] = eventRows(deps, postId, publisher, [{ kind, detail: { workflowId } }]);
  return {
    ...{ postId, targetId, step, workflowId, lastNumber },
    postVersion: versions.post,
    targetVersion: versions.target,
    dueNow: deps.publishing.dueClock.dueNow(nowMs),
    now: deps.clock.now(),
    state: prepared,
    attempt: attemptRow.toJson(attempt),
    // The entry has the attempt's time, so that the timeline shows the two in their order.
    begun: event === undefined ? {} : eventRow.toJson({ ...event, at: attempt.startedAt }),
  };
}

const claimBatch = claimStatement(sql`skip locked`);
const claimAlone = claimStatement(sql``);

/** Builds the statement that claims calls. `wait` is SQL that says how to treat rows that are locked elsewhere. */
function claimStatement(wait: SQL) {
  return batchStatement<GivenClaim, { id: string }>(
    givenTypes,
    () => sql`
    ${lockedPosts(wait)},
    ${lockedTargets(wait)},
    opened as (
      update posts
      set status = 'PUBLISHING', workflow_id = opening."workflowId", pending_workflow_id = null,
        pending_since = null, updated_at = opening.now
      from (
        select distinct on ("postId") * from locked_targets where step = 'POST' and post_status = 'SCHEDULED'
      ) opening
      where posts.id = opening."postId"
      returning opening.begun
    ),
    told as (
      insert into post_events (${eventRow.columns})
      select ${eventRow.columnsOf('begun')} from opened, ${eventRow.record(sql`opened.begun`)} begun
      returning kind
    ),
    /* Runs after the entry about the begin of publishing, because both are numbered in the order of writing. */
    claimed as (
      insert into publish_attempts (${attemptRow.columns})
      select ${attemptRow.columnsOf('attempt_row')}
      from (select count(*) from told) counted, locked_targets, ${attemptRow.record(sql`locked_targets.attempt`)} attempt_row
      returning id
    ),
    /* Materialized: of a subquery with a union, Postgres may lose the row of a target that changed while the statement
       waited, and the target would stay SCHEDULED. */
    opening as materialized (
      select "targetId" as id, step, now, state, true as is_claimed from locked_targets
      union all
      select waiting.id, first.step, first.now, null, false
      from (select distinct on ("postId") * from locked_targets where step = 'POST') first
      join targets waiting on waiting.post_id = first."postId" and waiting.status = 'SCHEDULED'
      where waiting.id not in (select "targetId" from locked_targets)
    ),
    changed as (
      update targets
      set updated_at = opening.now,
        status = case when step = 'POST' then 'PUBLISHING' else status end,
        attempt_count = attempt_count + (step = 'POST' and is_claimed)::int,
        last_attempt_at = case when step = 'POST' and is_claimed then opening.now else last_attempt_at end,
        post_state = case when step = 'POST' and is_claimed then opening.state else post_state end,
        first_comment_attempt = first_comment_attempt + (step = 'FIRST_COMMENT')::int,
        comment_state = case when step = 'FIRST_COMMENT' then opening.state else comment_state end
      from opening
      /* The row's own status decides, so that a target that was published during a wait stays PUBLISHED. */
      where targets.id = opening.id and (opening.is_claimed or targets.status = 'SCHEDULED')
      returning targets.id
    )
    select id from claimed`,
  );
}

/** Locks the posts that are as they were loaded. */
function lockedPosts(wait: SQL): SQL {
  return sql`locked_posts as (
      select given.*, posts.status as post_status
      from given join posts on posts.id = given."postId"
      where ${rowVersions.post} = given."postVersion"
      for no key update of posts ${wait}
    )`;
}

/**
 * Locks the targets that are as they were loaded, with their accounts, that are due, and for which no other try has
 * called. `key share` conflicts only with disconnecting and connecting an account, so claims do not wait for refreshes
 * and pauses.
 */
function lockedTargets(wait: SQL): SQL {
  return sql`locked_targets as (
      select given.*
      from locked_posts given
      join targets on targets.id = given."targetId" and targets.post_id = given."postId"
      join social_accounts on social_accounts.id = targets.social_account_id
      where ${rowVersions.target} = given."targetVersion"
        and (given.step <> 'POST' or targets.scheduled_for is null
          or targets.scheduled_for <= coalesce(given."dueNow", clock_timestamp()))
        and given."lastNumber" = coalesce((
          select max(latest.number) from publish_attempts latest
          where latest.target_id = targets.id and latest.step = given.step), 0)
      for no key update of targets ${wait} for key share of social_accounts ${wait}
    )`;
}
