import { and, eq, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { batchStatement, jsonRow } from '../../../db/batch-statement.js';
import type { Tx } from '../../../db/client.js';
import { constraintOf } from '../../../db/errors.js';
import { externalIdIndex, postEvents, publications, publishAttempts } from '../../../db/schema/index.js';
import type { PlatformName } from '../../../domain/platforms.js';
import { publicationIdOf, type StepInput } from '../../../domain/workflow-contract.js';
import type { Published } from '../../../platforms/kit/failure.js';
import { attemptEnd, attemptEntry, closeAttempt } from '../../attempts/close-attempt.js';
import { countEnd, type StepEnd } from '../../attempts/end-step.js';
import type { AttemptRow } from '../../attempts/last-attempts.js';
import type { ServiceDeps } from '../../shared/context.js';
import { persist } from '../../shared/rows/persist.js';
import { createBatcher, onePerPool } from '../../shared/rows/batcher.js';
import { eventKeys, eventRows, publisher } from '../../timeline/record.js';
import type { ClaimedCall } from './claim.js';
import { correctPost } from './correct-post.js';
import { noteOther } from './note-other.js';

/**
 * Records that a publication is public, whatever has happened to its target and post in the meantime. It is one
 * statement, because the result could be lost during each further round trip. If the run has already ended, the target
 * is marked so that its post is corrected; the sweep does that if this process is lost first.
 */
export async function recordSuccess(
  deps: ServiceDeps,
  input: StepInput,
  { attemptId }: Pick<ClaimedCall, 'attemptId'>,
  published: Published,
): Promise<void> {
  const row = await persist(deps, () => writeSuccess(deps, input, attemptId, published));
  if (row === undefined) return;
  countEnd(deps, input, { platform: row.platform, errorCode: null });
  const isOther = row.named !== null && row.named !== published.externalPostId;
  if (isOther) await persist(deps, () => noteOther(deps.db, deps, input, published));
  if (row.isCorrectionDue) await persist(deps, () => correctPost(deps, input.postId));
}

/** Whether the database refused an external id because another attempt owns the publication. */
export function isTaken(error: unknown): boolean {
  return constraintOf(error) === externalIdIndex;
}

/** Violated if the post or reply disappeared during the call: its workspace was deleted, or a restored database lacks it. */
const subjectOfEventKey = /^post_events_(post|publication)_id_/;

interface SuccessRow {
  platform: PlatformName;
  isCorrectionDue: boolean;
  /** The external id that the row had before this write. */
  named: string | null;
}

/** Writes the success. If another attempt owns the publication's id, this attempt is stored without the id. */
async function writeSuccess(
  deps: ServiceDeps,
  input: StepInput,
  attemptId: string,
  published: Published,
  externalId: string | null = published.externalPostId,
): Promise<SuccessRow | undefined> {
  const { postId, targetId, step } = input;
  const events = eventRows(deps, postId, publisher, [
    attemptEntry(input, { attempt: 0, outcome: 'PUBLISHED' }),
    { kind: 'PUBLISHED', targetId, detail: { step } },
  ]);
  const given = {
    ...{ attemptId, postId, publicationId: publicationIdOf(input) },
    attempt: attemptRow.toJson({ ...attemptEnd(deps, { outcome: 'PUBLISHED', published }), externalId }),
    publication: publishedRow.toJson(asPublished(deps, published)),
    events: events.map((event) => eventRow.toJson(event)),
  };
  try {
    return (await writeShared(deps.db)(given)) ?? (await writeAlone(deps.db, [given]))[0];
  } catch (error) {
    if (subjectOfEventKey.test(constraintOf(error) ?? '')) {
      deps.log.error({ attemptId, targetId }, 'a post was published that the database has forgotten');
      return undefined;
    }
    if (externalId === null || !isTaken(error)) throw error;
    deps.log.error({ attemptId, targetId }, 'a publication belongs to another attempt already');
    return writeSuccess(deps, input, attemptId, published, null);
  }
}

const attemptRow = jsonRow(publishAttempts, [
  'outcome',
  'finishedAt',
  'errorCode',
  'errorMessage',
  'externalId',
]);
const publishedRow = jsonRow(publications, [
  'status',
  'publishedAt',
  'externalPostId',
  'externalUrl',
  'externalReference',
  'errorCode',
  'errorMessage',
  'updatedAt',
]);
const eventRow = jsonRow(postEvents, eventKeys);

interface GivenSuccess {
  attemptId: string;
  postId: string;
  publicationId: string;
  attempt: Record<string, unknown>;
  publication: Record<string, unknown>;
  /** The timeline entries in their order. The statement writes the attempt's number into the first one. */
  events: Record<string, unknown>[];
}

const givenTypes = {
  attemptId: 'text',
  postId: 'text',
  publicationId: 'text',
  attempt: 'jsonb',
  publication: 'jsonb',
  events: 'jsonb',
};

/**
 * Concurrent successes share a statement that leaves out rows that are locked elsewhere or missing in a restored
 * database, and replies. Those rows are written alone, and wait. The post or the reply is locked first, as everywhere, so that this write and a
 * transaction that ends the post wait for each other and the post's status is final.
 */
const freeRows = sql`mine as (
  select given.*, posts.status as post_status from given
  join publish_attempts on publish_attempts.id = given."attemptId"
  join publications on publications.id = given."publicationId"
  join posts on posts.id = given."postId"
  for key share of posts skip locked
  for no key update of publish_attempts, publications skip locked)`;
/** The status of a reply while its run is open, as of a post. */
const statusOfReply = sql`case when publications.run_id is null then publications.status else 'PUBLISHING' end`;
const allRows = sql`locked as (
    select posts.id, posts.status from given join posts on posts.id = given."postId" for key share of posts
  ),
  locked_replies as (
    select publications.id, ${statusOfReply} as status from given join publications on publications.id = given."postId"
    for no key update of publications
  ),
  mine as (
    select given.*, coalesce(locked.status, locked_replies.status) as post_status from given
    left join locked on locked.id = given."postId" left join locked_replies on locked_replies.id = given."postId")`;

/** In these statuses a run works on the post or is staged, and that run reports the targets when it ends. */
const openStatuses = sql.raw(`'SCHEDULED', 'PUBLISHING'`);
const statusOfPost = sql`coalesce((select posts.status from posts join publications target on target.post_id = posts.id
  where target.id = coalesce(publications.target_id, publications.id)), ${statusOfReply})`;
/** Nothing is known to be public, or its id is unknown. */
const isUnknown = or(ne(publications.status, 'PUBLISHED'), isNull(publications.externalPostId));

/** The id of the publication that comes next after another one: a further part, or else the first comment. */
const nextOf = (id: SQL): SQL => sql`(
  select next.id from publications own
  join publications target on target.id = coalesce(own.target_id, own.id)
  join publications next on next.target_id = target.id and next.removed_at is null
  where own.id = ${id} and own.step <> 'FIRST_COMMENT' and case next.step
    when 'FIRST_COMMENT' then target.first_comment is not null
    else next."order" > case own.step when 'POST' then 0 else own."order" end end
  order by next.step = 'FIRST_COMMENT', next."order" limit 1)`;

const writeFree = successStatement(freeRows);
const writeAlone = successStatement(allRows);
const writeShared = onePerPool((db) =>
  createBatcher<GivenSuccess, SuccessRow | undefined>(async (batch) => {
    const rows = new Map((await writeFree(db, batch)).map((row) => [row.attemptId, row]));
    return batch.map(({ attemptId }) => rows.get(attemptId));
  }),
);

function successStatement(rows: SQL) {
  return batchStatement<GivenSuccess, SuccessRow & { attemptId: string }>(
    givenTypes,
    () => sql`
    ${rows},
    ended as (
      update publish_attempts
      set ${attemptRow.setFrom('attempt_row')}
      from mine, ${attemptRow.record(sql`mine.attempt`)} attempt_row
      where publish_attempts.id = mine."attemptId"
      returning publish_attempts.id, publish_attempts.number, publish_attempts.sent_text
    ),
    /* A target that is already public keeps its external id, because its first comment is below that post. */
    changed as (
      update publications
      set ${publishedRow.setFrom('public_row')}, published_caption = ended.sent_text, correction_owed_since =
        case when publications.step <> 'FIRST_COMMENT' and mine.post_status not in (${openStatuses}) then public_row.updated_at end
      from mine left join ended on ended.id = mine."attemptId", ${publishedRow.record(sql`mine.publication`)} public_row
      where publications.id = mine."publicationId" and ${isUnknown}
      returning publications.id, publications.correction_owed_since, publications.updated_at
    ),
    /* The next part, or the first comment, is being published from then on, and the sweep makes sure that it ends. */
    following as (
      update publications set status = 'PUBLISHING', updated_at = changed.updated_at from changed
      where publications.id = ${nextOf(sql`changed.id`)} and publications.status = 'SCHEDULED'
    ),
    told as (
      insert into post_events (${eventRow.columns})
      select ${eventRow.columnsOf('event_row')} from (
        select "publicationId", place, case place
          when 1 then jsonb_set(event, '{detail,attempt}', coalesce(to_jsonb(ended.number), 'null')) else event end as event
        from mine left join ended on ended.id = mine."attemptId",
          jsonb_array_elements(events) with ordinality as listed(event, place)
      ) entries, ${eventRow.record(sql`entries.event`)} event_row
      order by entries."publicationId", entries.place
      returning kind
    )
    /* If an earlier try wrote this and its response was lost, the mark that it set decides. */
    select mine."attemptId", publications.platform, publications.external_post_id as named,
      coalesce(changed.correction_owed_since, publications.correction_owed_since) is not null as "isCorrectionDue"
    from mine join publications on publications.id = mine."publicationId"
      left join changed on changed.id = publications.id`,
  );
}

/**
 * Records a publication that a look-up has found, within the caller's transaction. Returns undefined if the row already
 * names one.
 */
export async function adoptPublished(
  tx: Tx,
  deps: ServiceDeps,
  input: StepInput,
  attempt: AttemptRow,
  published: Published,
): Promise<StepEnd | undefined> {
  await closeAttempt(tx, deps, attempt.id, { outcome: 'PUBLISHED', published });
  const [row] = await tx
    .update(publications)
    .set({
      ...asPublished(deps, published),
      publishedCaption: attempt.sentText,
      correctionOwedSince: sql`case when publications.step <> 'FIRST_COMMENT' and ${statusOfPost} not in (${openStatuses})
        then ${deps.clock.now().toISOString()}::timestamptz end`,
    })
    .where(and(eq(publications.id, publicationIdOf(input)), isUnknown))
    .returning({ platform: publications.platform });
  if (row === undefined) return undefined;
  await tx
    .update(publications)
    .set({ status: 'PUBLISHING', updatedAt: deps.clock.now() })
    .where(
      and(eq(publications.id, nextOf(sql`${publicationIdOf(input)}`)), eq(publications.status, 'SCHEDULED')),
    );
  return { platform: row.platform, errorCode: null };
}

/** The columns of a publication's row when it is public. */
function asPublished({ clock }: ServiceDeps, published: Published) {
  const now = clock.now();
  return {
    status: 'PUBLISHED' as const,
    publishedAt: now,
    externalPostId: published.externalPostId,
    externalUrl: published.externalUrl,
    externalReference: published.reference,
    errorCode: null,
    errorMessage: null,
    updatedAt: now,
  };
}
