import { sql, type SQL } from 'drizzle-orm';
import { batchStatement, jsonRow } from '../../../db/batch-statement.js';
import { constraintOf } from '../../../db/errors.js';
import { postEvents, publishAttempts } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import type { StepInput } from '../../../domain/workflow-contract.js';
import type { ServiceDeps } from '../../shared/context.js';
import { createBatcher, onePerPool } from '../../shared/rows/batcher.js';
import { eventKeys, eventRows, publisher } from '../../timeline/record.js';
import type { LoadedPublication } from './publication.js';
import { rowVersions, type RowVersions } from './row-versions.js';

/** All columns of an attempt that are known when it is claimed. */
const attemptKeys = [
  'id',
  'publicationId',
  'generation',
  'number',
  'workflowId',
  'accountIdentity',
  'sentText',
  'startedAt',
] as const satisfies readonly (keyof typeof publishAttempts.$inferSelect)[];
export type NewAttempt = Pick<typeof publishAttempts.$inferSelect, (typeof attemptKeys)[number]>;

/** The indexes that a claim violates if its attempt exists. The second one shows an earlier try of this claim. */
const attemptIndexes: readonly string[] = ['publish_attempts_number', 'publish_attempts_pkey'];

/**
 * Claims a call in one statement, if the rows are as they were loaded (`rowVersions`), no other try has made a call,
 * and it is due by the database's clock. The attempt is written. If it is one at a target, the post and its waiting
 * targets become PUBLISHING as well. False means that something has changed; a new load finds out what. The rows are
 * locked, so the condition is checked on their final values. Concurrent claims share a statement that skips rows locked
 * elsewhere, so that no claim waits for another's post; a skipped claim is repeated alone, and waits.
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
  publicationId: string;
  workflowId: string;
  postVersion: string;
  publicationVersion: string;
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
  publicationId: 'text',
  workflowId: 'text',
  postVersion: 'text',
  publicationVersion: 'text',
  lastNumber: 'int',
  dueNow: 'timestamptz',
  now: 'timestamptz',
  state: 'jsonb',
  attempt: 'jsonb',
  begun: 'jsonb',
} as const;

function givenOf(
  deps: ServiceDeps,
  { postId, workflowId }: StepInput,
  { row, versions, lastNumber }: LoadedPublication,
  { attempt, prepared, nowMs }: { attempt: NewAttempt; prepared: JsonObject; nowMs: number },
): GivenClaim {
  const kind = 'PUBLISHING_BEGUN';
  const [event] = eventRows(deps, postId, publisher, [{ kind, detail: { workflowId } }]);
  return {
    ...{ postId, workflowId, lastNumber, publicationId: row.id },
    postVersion: versions.post,
    publicationVersion: versions.publication,
    dueNow: deps.publishing.dueClock.dueNow(nowMs),
    now: deps.clock.now(),
    state: prepared,
    attempt: attemptRow.toJson(attempt),
    // The entry has the time of the attempt, so that the timeline shows both in the order of their sequence numbers.
    begun: event === undefined ? {} : eventRow.toJson({ ...event, at: attempt.startedAt }),
  };
}

const claimBatch = claimStatement(sql`skip locked`);
const claimAlone = claimStatement(sql``);

/**
 * Builds the statement that claims calls: it locks posts and publications that are as they were loaded, opens the
 * posts, writes timeline entries and attempts, and changes the publications. `wait` is SQL that says how to treat
 * rows that are locked elsewhere.
 */
function claimStatement(wait: SQL) {
  return batchStatement<GivenClaim, { id: string }>(
    givenTypes,
    () => sql`
    ${lockedPosts(wait)},
    ${lockedPublications(wait)},
    opened as (
      update posts
      set status = 'PUBLISHING', workflow_id = opening."workflowId", pending_workflow_id = null,
        pending_since = null, updated_at = opening.now
      from (
        select distinct on ("postId") * from locked where is_of_post and post_status = 'SCHEDULED'
      ) opening
      where posts.id = opening."postId"
      returning opening.begun
    ),
    told as (
      insert into post_events (${eventRow.columns})
      select ${eventRow.columnsOf('begun')} from (
        select begun from opened
        union all
        select begun from locked where post_status is null and own_status = 'SCHEDULED'
      ) entries, ${eventRow.record(sql`entries.begun`)} begun
      returning kind
    ),
    /* Runs after the entry about the start of publishing, because both are numbered in the order of writing. */
    claimed as (
      insert into publish_attempts (${attemptRow.columns})
      select ${attemptRow.columnsOf('attempt_row')}
      from (select count(*) from told) counted, locked, ${attemptRow.record(sql`locked.attempt`)} attempt_row
      returning id
    ),
    /* Materialized: of a subquery with a union, Postgres may lose the row of a target that changed while the statement
       waited, and the target would stay SCHEDULED. */
    opening as materialized (
      select "publicationId" as id, now, state, true as is_claimed from locked
      union all
      select waiting.id, first.now, null, false
      from (select distinct on ("postId") * from locked where is_of_post) first
      join publications waiting on waiting.post_id = first."postId" and waiting.status = 'SCHEDULED'
      where waiting.id not in (select "publicationId" from locked)
    ),
    changed as (
      update publications
      set updated_at = opening.now,
        status = case status when 'SCHEDULED' then 'PUBLISHING' else status end,
        attempt_count = attempt_count + is_claimed::int,
        last_attempt_at = case when is_claimed then opening.now else last_attempt_at end,
        prepared = case when is_claimed then opening.state else prepared end
      from opening
      /* The row's own status decides, so that a target that was published during a wait stays PUBLISHED. */
      where publications.id = opening.id and (opening.is_claimed or publications.status = 'SCHEDULED')
      returning publications.id
    )
    select id from claimed`,
  );
}

/**
 * Whether a row is as it was loaded. `is true`, here and below, keeps Postgres from joining rows by what it would have
 * to compute for a whole table.
 */
const isVersion = (of: keyof RowVersions): SQL =>
  sql`(${rowVersions[of]} = given.${sql.identifier(`${of}Version`)}) is true`;

/** Locks the posts that are as they were loaded, and adds the replies. */
function lockedPosts(wait: SQL): SQL {
  return sql`locked_posts as (
      select given.*, posts.status as post_status
      from given join posts on posts.id = given."postId"
      where ${isVersion('post')}
      for no key update of posts ${wait}
    ),
    /* A reply has no post. Materialized, as above. */
    subjects as materialized (
      select * from locked_posts
      union all
      select given.*, null from given where "postId" = "publicationId"
    )`;
}

/**
 * Locks the publications that are as they were loaded and due, with their accounts, if no other try has made a call for
 * them. `key share` conflicts only with disconnecting and connecting an account, so claims do not wait for refreshes
 * and pauses.
 */
function lockedPublications(wait: SQL): SQL {
  return sql`locked as (
      /* A first comment has a run of its own, which does not open the post. */
      select given.*, publications.step <> 'FIRST_COMMENT' as is_of_post, publications.status as own_status
      from subjects given
      join publications on publications.id = given."publicationId"
      join publications target on target.id = coalesce(publications.target_id, publications.id)
        and coalesce(target.post_id, target.id) = given."postId"
      join social_accounts on social_accounts.id = publications.social_account_id
      where ${isVersion('publication')}
        and (publications.scheduled_for is null
          or publications.scheduled_for <= coalesce(given."dueNow", clock_timestamp()))
        and (given."lastNumber" = coalesce((
          select max(latest.number) from publish_attempts latest
          where latest.publication_id = publications.id), 0)) is true
      for no key update of publications ${wait} for key share of social_accounts, target ${wait}
    )`;
}
