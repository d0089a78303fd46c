import { and, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { batchStatement, jsonRow } from '../../../db/batch-statement.js';
import type { Queryable, Tx } from '../../../db/client.js';
import { constraintOf } from '../../../db/errors.js';
import { externalIdIndex, postEvents, posts, publishAttempts, targets } from '../../../db/schema/index.js';
import type { PlatformName } from '../../../domain/platforms.js';
import { derivePostStatus, type PostStatus } from '../../../domain/post-status.js';
import type { PublishStep, StepInput } from '../../../domain/workflow-contract.js';
import type { Published } from '../../../platforms/kit/failure.js';
import type { DeliverWebhookStart } from '../../shared/workflow-starter.js';
import { attemptEnd, attemptEntry, closeAttempt } from '../../attempts/close-attempt.js';
import { commentNotSent, countEnd, endStep, type StepEnd } from '../../attempts/end-step.js';
import { readLastAttempts, type AttemptRow } from '../../attempts/last-attempts.js';
import { leavesComment } from '../../attempts/pending-comment.js';
import { isNotPublic, lockPostRow, readTargets, type PostRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { persist } from '../../shared/persist.js';
import { createBatcher, onePerPool } from '../../shared/batcher.js';
import { eventKeys, eventRows, publisher, recordEvents } from '../../timeline/record.js';
import { startDeliveries } from '../../webhooks/stage.js';
import { emitFinalEvent } from '../emit-final-event.js';
import type { ClaimedCall } from './claim.js';
import { noteOther } from './note-other.js';

/**
 * Records that a publication is public, whatever has happened to its target and post in the meantime, because it is
 * true. It is one statement: each round trip is time in which the result could be lost. If the run has already ended,
 * the target says with it that its post must be corrected; the sweep does that where this process is lost before.
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
  if (input.step === 'POST' && isOther) await persist(deps, () => noteOther(deps.db, deps, input, published));
  if (row.isCorrectionOwed) await persist(deps, () => correctPost(deps, input.postId));
}

/** Whether the database refused an attempt because another one owns the publication. */
export function isTaken(error: unknown): boolean {
  return constraintOf(error) === externalIdIndex;
}

/** Broken where the post is gone while it is published: its workspace was deleted, or the database has come back without it. */
const postOfEventKey = 'post_events_post_id_posts_id_fk';

interface SuccessRow {
  platform: PlatformName;
  isCorrectionOwed: boolean;
  /** What the target named until now. */
  named: string | null;
}

/** The platform's own answer is believed also where another attempt has taken the publication for its own. */
async function writeSuccess(
  deps: ServiceDeps,
  input: StepInput,
  attemptId: string,
  published: Published,
  externalId: string | null = published.externalPostId,
): Promise<SuccessRow | undefined> {
  const { targetId, step } = input;
  const events = eventRows(deps, input.postId, publisher, [
    attemptEntry(input, { attempt: 0, outcome: 'PUBLISHED' }),
    { kind: 'PUBLISHED', targetId, detail: { step } },
  ]);
  const given = {
    attemptId,
    targetId,
    attempt: attemptRow.toJson({ ...attemptEnd(deps, { outcome: 'PUBLISHED', published }), externalId }),
    target:
      step === 'POST'
        ? targetRows.POST.toJson(postPublished(deps, published))
        : targetRows.FIRST_COMMENT.toJson(commentPublished(deps, published)),
    events: events.map((event) => eventRow.toJson(event)),
  };
  try {
    const { shared, alone } = statements[step];
    return (await shared(deps.db)(given)) ?? (await alone(deps.db, [given]))[0];
  } catch (error) {
    if (constraintOf(error) === postOfEventKey) {
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
const targetRows = {
  POST: jsonRow(targets, [
    'status',
    'publishedAt',
    'externalPostId',
    'externalUrl',
    'externalReference',
    'errorCode',
    'errorMessage',
    'updatedAt',
  ]),
  FIRST_COMMENT: jsonRow(targets, ['firstCommentExternalId', 'firstCommentError', 'updatedAt']),
};
const eventRow = jsonRow(postEvents, eventKeys);

interface GivenSuccess {
  attemptId: string;
  targetId: string;
  attempt: Record<string, unknown>;
  target: Record<string, unknown>;
  /** Of the timeline, in their order; the first one gets the attempt's number. */
  events: Record<string, unknown>[];
}

const givenTypes = {
  attemptId: 'text',
  targetId: 'text',
  attempt: 'jsonb',
  target: 'jsonb',
  events: 'jsonb',
};

/**
 * Successes of the same moment share a statement, which leaves out what somebody else has locked, or what the database
 * has forgotten: that is written alone, and waits. The post is locked first, as everywhere: whoever ends it waits for
 * this, or is waited for, so its status here is the final one.
 */
const freeRows = sql`mine as (
  select given.*, posts.status as post_status from given
  join publish_attempts on publish_attempts.id = given."attemptId"
  join targets on targets.id = given."targetId"
  join posts on posts.id = targets.post_id
  for key share of posts skip locked
  for no key update of publish_attempts, targets skip locked)`;
const allRows = sql`locked as (
    select targets.id, posts.status from given
    join targets on targets.id = given."targetId"
    join posts on posts.id = targets.post_id
    for key share of posts
  ),
  mine as (
    select given.*, locked.status as post_status from given left join locked on locked.id = given."targetId")`;

/** While a post has one of these, a run works on it, or is staged: the run's end tells of its targets. */
const openStatuses = sql.raw(`'SCHEDULED', 'PUBLISHING'`);
const statusOfPost = sql`(select ${posts.status} from ${posts} where ${posts.id} = ${targets.postId})`;

const statements = { POST: statementsOf('POST'), FIRST_COMMENT: statementsOf('FIRST_COMMENT') };

function statementsOf(step: PublishStep) {
  const write = successStatement(step, freeRows);
  const shared = onePerPool((db) =>
    createBatcher<GivenSuccess, SuccessRow | undefined>(async (batch) => {
      const rows = new Map((await write(db, batch)).map((row) => [row.attemptId, row]));
      return batch.map(({ attemptId }) => rows.get(attemptId));
    }),
  );
  return { shared, alone: successStatement(step, allRows) };
}

/** Whether the target, or its first comment, is not known to be public, or not by its id. */
const isMissing = {
  POST: or(isNotPublic, isNull(targets.externalPostId)),
  FIRST_COMMENT: isNull(targets.firstCommentExternalId),
};

function successStatement(step: PublishStep, rows: SQL) {
  const ofPost =
    step === 'POST'
      ? sql`, published_caption = ended.sent_text, correction_owed_since =
          case when mine.post_status not in (${openStatuses}) then target_row.updated_at end`
      : sql``;
  const fields = targetRows[step];
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
    /* A target that is public already keeps naming what its first comment is under. */
    changed as (
      update targets
      set ${fields.setFrom('target_row')}${ofPost}
      from mine left join ended on ended.id = mine."attemptId", ${fields.record(sql`mine.target`)} target_row
      where targets.id = mine."targetId" and ${isMissing[step]}
      returning targets.id, targets.correction_owed_since
    ),
    told as (
      insert into post_events (${eventRow.columns})
      select ${eventRow.columnsOf('event_row')} from (
        select "targetId", place, case place
          when 1 then jsonb_set(event, '{detail,attempt}', coalesce(to_jsonb(ended.number), 'null')) else event end as event
        from mine left join ended on ended.id = mine."attemptId",
          jsonb_array_elements(events) with ordinality as listed(event, place)
      ) entries, ${eventRow.record(sql`entries.event`)} event_row
      order by entries."targetId", entries.place
      returning kind
    )
    /* If this was written before, and the answer was lost, the debt of that time counts. */
    select mine."attemptId", targets.platform, targets.external_post_id as named,
      coalesce(changed.correction_owed_since, targets.correction_owed_since) is not null as "isCorrectionOwed"
    from mine join targets on targets.id = mine."targetId" left join changed on changed.id = targets.id`,
  );
}

/**
 * For a publication that a look-up has found: the same, within the transaction that has decided so. Undefined where
 * the target names a publication already.
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
    .update(targets)
    .set(
      input.step === 'POST'
        ? {
            ...postPublished(deps, published),
            publishedCaption: attempt.sentText,
            correctionOwedSince: sql`case when ${statusOfPost} not in (${openStatuses})
              then ${deps.clock.now().toISOString()}::timestamptz end`,
          }
        : commentPublished(deps, published),
    )
    .where(and(eq(targets.id, input.targetId), isMissing[input.step]))
    .returning({ platform: targets.platform });
  return row && { platform: row.platform, errorCode: null };
}

/** What a target's row says once the post is public, and once its first comment is. */
function postPublished({ clock }: ServiceDeps, published: Published) {
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

function commentPublished({ clock }: ServiceDeps, { externalPostId }: Published) {
  return { firstCommentExternalId: externalPostId, firstCommentError: null, updatedAt: clock.now() };
}

/** Whether no run works on a post of this status, and none is staged. */
function isOver(status: PostStatus): boolean {
  return status !== 'SCHEDULED' && status !== 'PUBLISHING';
}

/** Whether a target became public after the run of its post had ended, and nobody has corrected the post since. */
export async function owesCorrection(q: Queryable, targetId: string): Promise<boolean> {
  const rows = await q
    .select({ id: targets.id })
    .from(targets)
    .where(and(eq(targets.id, targetId), isNotNull(targets.correctionOwedSince)));
  return rows.length > 0;
}

/**
 * Corrects a post whose run ended before its last outcome was known, and sends the event of its new status. A
 * post that a run still works on is left to that run.
 */
export async function correctPost(deps: ServiceDeps, postId: string): Promise<void> {
  const starts = await deps.db.transaction(async (tx) => {
    const post = await lockPostRow(tx, postId);
    return post === undefined ? [] : correctInTransaction(tx, deps, post);
  });
  await startDeliveries(deps, starts);
}

/** A target may have changed although the post's status has not. The deliveries are to be started after the commit. */
export async function correctInTransaction(
  tx: Tx,
  deps: ServiceDeps,
  post: PostRow,
): Promise<DeliverWebhookStart[]> {
  const rows = await readTargets(tx, { postIds: [post.id] });
  const isNews = rows.some(({ correctionOwedSince }) => correctionOwedSince !== null);
  await tx
    .update(targets)
    .set({ correctionOwedSince: null })
    .where(and(eq(targets.postId, post.id), isNotNull(targets.correctionOwedSince)));
  if (!isOver(post.status)) return [];
  const derived = derivePostStatus(
    rows.map((target) => target.status),
    { running: false },
  );
  // A post that waits for a person stays what it is as long as anything of it does.
  const status = derived === 'DRAFT' ? post.status : derived;
  if (status === post.status && !isNews) return [];
  const last = await readLastAttempts(tx, post.id, 'FIRST_COMMENT');
  const entries = [];
  for (const target of rows) {
    // Nobody is left to send it.
    if (!leavesComment(target)) continue;
    const open = { target, last: last.get(target.id) };
    entries.push(...(await endStep(tx, deps, 'FIRST_COMMENT', open, commentNotSent)).entries);
  }
  await tx.update(posts).set({ status, updatedAt: deps.clock.now() }).where(eq(posts.id, post.id));
  await recordEvents(tx, deps, post.id, publisher, [...entries, { kind: 'FINISHED', detail: { status } }]);
  // A post that still waits for a person has not ended, and was handed in already.
  return status === 'NEEDS_APPROVAL' ? [] : emitFinalEvent(tx, deps, post, status);
}
