import { sql, type SQL } from 'drizzle-orm';
import { batchStatement, jsonRow } from '../../../db/batch-statement.js';
import { constraintOf } from '../../../db/errors.js';
import { postEvents, publishAttempts } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import type { StepInput } from '../../../domain/workflow-contract.js';
import type { ServiceDeps } from '../../shared/context.js';
import { createBatcher, onePerPool } from '../../shared/rows/batcher.js';
import { eventKeys, eventRows, publisher } from '../../timeline/record.js';
import { slotAgeMsMax } from './pace.js';
import type { LoadedPublication } from './publication.js';

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
 * Claims the call of a post in one statement if nothing prevents it: the post names this run, nothing was canceled or
 * changed since it was loaded, no other try has called, the account is unchanged, and the post is due by the database's
 * clock. The post and its waiting targets turn PUBLISHING with it. False means that something prevents the call, and
 * `claimAttempt` finds out the reason. The deciding rows are locked, so each condition is checked on their final
 * values. Concurrent claims share a statement that skips rows locked elsewhere, so that no claim waits for another's
 * post; a skipped claim is repeated alone, and waits.
 */
export async function claimDue(
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
  workflowId: string;
  caption: string | null;
  captionOverride: string | null;
  platformOptions: JsonObject | null;
  mediaIds: string[];
  lookFirstSince: Date | null;
  paceSlotAt: Date | null;
  credentialsVersion: number;
  lastNumber: number;
  /** Null if the database's own clock decides whether the post is due. */
  dueNow: Date | null;
  slotsFrom: Date;
  now: Date;
  state: JsonObject;
  attempt: Record<string, unknown>;
  begun: Record<string, unknown>;
}

const givenTypes = {
  postId: 'text',
  targetId: 'text',
  workflowId: 'text',
  caption: 'text',
  captionOverride: 'text',
  platformOptions: 'jsonb',
  mediaIds: 'jsonb',
  lookFirstSince: 'timestamptz',
  paceSlotAt: 'timestamptz',
  credentialsVersion: 'int',
  lastNumber: 'int',
  dueNow: 'timestamptz',
  slotsFrom: 'timestamptz',
  now: 'timestamptz',
  state: 'jsonb',
  attempt: 'jsonb',
  begun: 'jsonb',
} as const;

function givenOf(
  deps: ServiceDeps,
  { postId, targetId, workflowId }: StepInput,
  { post, target, account, lastNumber }: LoadedPublication,
  { attempt, prepared, nowMs }: { attempt: NewAttempt; prepared: JsonObject; nowMs: number },
): GivenClaim {
  const { caption } = post;
  const { captionOverride, platformOptions, mediaIds, lookFirstSince, paceSlotAt } = target;
  const kind = 'PUBLISHING_BEGUN';
  const [event] = eventRows(deps, postId, publisher, [{ kind, detail: { workflowId } }]);
  return {
    ...{ postId, targetId, workflowId, caption, lastNumber },
    ...{ captionOverride, platformOptions, mediaIds, lookFirstSince, paceSlotAt },
    credentialsVersion: account.credentialsVersion,
    dueNow: deps.publishing.dueClock.dueNow(nowMs),
    slotsFrom: new Date(nowMs - slotAgeMsMax),
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
      from (select distinct on ("postId") * from locked_targets where post_status = 'SCHEDULED') opening
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
      select "targetId" as id, now, state, true as is_claimed from locked_targets
      union all
      select waiting.id, first.now, null, false
      from (select distinct on ("postId") * from locked_targets) first
      join targets waiting on waiting.post_id = first."postId" and waiting.status = 'SCHEDULED'
      where waiting.id not in (select "targetId" from locked_targets)
    ),
    changed as (
      update targets
      set status = 'PUBLISHING', updated_at = opening.now,
        attempt_count = attempt_count + opening.is_claimed::int,
        last_attempt_at = case when opening.is_claimed then opening.now else last_attempt_at end,
        post_state = case when opening.is_claimed then opening.state else post_state end
      from opening
      /* The row's own status decides, so that a target that was published during a wait stays PUBLISHED. */
      where targets.id = opening.id and (opening.is_claimed or targets.status = 'SCHEDULED')
      returning targets.id
    )
    select id from claimed`,
  );
}

/** Locks the posts that name the given run, are unchanged, and are scheduled or being published. */
function lockedPosts(wait: SQL): SQL {
  return sql`locked_posts as (
      select given.*, posts.status as post_status
      from given join posts on posts.id = given."postId"
      where (posts.workflow_id = given."workflowId" or posts.pending_workflow_id = given."workflowId")
        and posts.status in ('SCHEDULED', 'PUBLISHING')
        and posts.deleted_at is null
        and posts.caption is not distinct from given.caption
      for no key update of posts ${wait}
    )`;
}

/**
 * Locks the targets that are open, unchanged and due, whose accounts are unchanged and for which no other try has
 * called. If the account was rate limited, the target also needs a slot. `key share` conflicts only with disconnecting
 * and connecting an account, so claims do not wait for refreshes and pauses.
 */
function lockedTargets(wait: SQL): SQL {
  return sql`locked_targets as (
      select given.*
      from locked_posts given
      join targets on targets.id = given."targetId" and targets.post_id = given."postId"
      join social_accounts account on account.id = targets.social_account_id
      where targets.status in ('SCHEDULED', 'PUBLISHING')
        and targets.removed_at is null
        and targets.cancel_requested_at is null
        and targets.look_first_since is not distinct from given."lookFirstSince"
        and targets.caption_override is not distinct from given."captionOverride"
        and targets.platform_options is not distinct from given."platformOptions"
        and targets.media_ids is not distinct from given."mediaIds"
        and targets.pace_slot_at is not distinct from given."paceSlotAt"
        and (targets.scheduled_for is null
          or targets.scheduled_for <= coalesce(given."dueNow", clock_timestamp()))
        and account.deleted_at is null
        and account.status = 'ACTIVE'
        and account.credentials_version = given."credentialsVersion"
        and (account.paced_until > given.now
          and not coalesce(targets.pace_slot_at > given."slotsFrom", false)) is not true
        and given."lastNumber" = coalesce((
          select max(latest.number) from publish_attempts latest
          where latest.target_id = targets.id and latest.step = 'POST'), 0)
      for no key update of targets ${wait} for key share of account ${wait}
    )`;
}
