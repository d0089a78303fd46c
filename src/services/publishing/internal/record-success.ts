import { performance } from 'node:perf_hooks';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.js';
import { constraintOf } from '../../../db/errors.js';
import { fixedStatement, rowSlots, slot } from '../../../db/fixed-statement.js';
import { externalIdIndex, postEvents, posts, publishAttempts, targets } from '../../../db/schema/index.js';
import type { PlatformName } from '../../../domain/platforms.js';
import { derivePostStatus, type PostStatus } from '../../../domain/post-status.js';
import type { AttemptOutcome } from '../../../domain/publish-attempts.js';
import type { PublishStep, StepInput } from '../../../domain/workflow-contract.js';
import type { Published } from '../../../platforms/kit/failure.js';
import type { DeliverWebhookStart } from '../../shared/workflow-starter.js';
import { attemptEnd, attemptEntry, closeAttempt } from '../../attempts/close-attempt.js';
import { commentNotSent, countEnd, endStep, type StepEnd } from '../../attempts/end-step.js';
import { readLastAttempts, type AttemptRow } from '../../attempts/last-attempts.js';
import { leavesComment } from '../../attempts/owed-comment.js';
import { isNotPublic, lockPostRow, readTargets, type PostRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { persist } from '../../shared/persist.js';
import { eventKeys, eventRows, publisher, recordEvents } from '../../timeline/record.js';
import { startDeliveries } from '../../webhooks/stage.js';
import { tellEnd } from '../tell-end.js';
import type { ClaimedCall } from './claim.js';

/**
 * Records that a publication is public, whatever has happened to its target and post in the meantime, because it is
 * true. It is one statement without a lock of the post: each round trip is time in which the result could be lost.
 * If the run has already ended, the post is corrected afterwards.
 */
export async function recordSuccess(
  deps: ServiceDeps,
  input: StepInput,
  { attemptId, claimedMs }: Pick<ClaimedCall, 'attemptId' | 'claimedMs'>,
  published: Published,
): Promise<void> {
  const row = await persist(deps, () => writeSuccess(deps, input, attemptId, published));
  if (row === undefined) return;
  countEnd(deps, input, { platform: row.platform, errorCode: null });
  // What the statement read of the post may be older than what it waited for.
  const isLate = performance.now() - claimedMs > lateMsMin;
  if (input.step !== 'POST' || !(isLate || isOver(row.postStatus))) return;
  // Repeated on its own: a second writing of the success would find it recorded, and tell nobody.
  const targetChanged = row.earlier !== 'PUBLISHED' && (row.earlier !== null || isOver(row.postStatus));
  await persist(deps, () => correctPost(deps, input.postId, { targetChanged }));
}

/** No run gives up a call, and ends, sooner than this after its claim. */
const lateMsMin = 2_000;

/** Whether the database refused an attempt because another one owns the publication. */
export function isTaken(error: unknown): boolean {
  return constraintOf(error) === externalIdIndex;
}

/** Broken where the post is gone while it is published: its workspace was deleted, or the database has come back without it. */
const postOfEventKey = 'post_events_post_id_posts_id_fk';

interface SuccessRow {
  platform: PlatformName;
  postStatus: PostStatus;
  /** What was thought of the attempt until now. */
  earlier: AttemptOutcome | null;
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
  const [ended, told] = eventRows(deps, input.postId, publisher, [
    attemptEntry(input, { attempt: 0, outcome: 'PUBLISHED' }),
    { kind: 'PUBLISHED', targetId, detail: { step } },
  ]);
  if (ended === undefined || told === undefined) return undefined;
  try {
    const [row] = await statements[step](deps.db, {
      attemptId,
      targetId,
      ...attemptFields.values({ ...attemptEnd(deps, { outcome: 'PUBLISHED', published }), externalId }),
      ...(step === 'POST'
        ? targetFields.POST.values(postPublished(deps, published))
        : targetFields.FIRST_COMMENT.values(commentPublished(deps, published))),
      ...endedEvent.values(ended),
      ...toldEvent.values(told),
    });
    return row;
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

const attemptFields = rowSlots(
  publishAttempts,
  ['outcome', 'finishedAt', 'errorCode', 'errorMessage', 'externalId'],
  'attempt',
);
const targetFields = {
  POST: rowSlots(
    targets,
    [
      'status',
      'publishedAt',
      'externalPostId',
      'externalUrl',
      'externalReference',
      'errorCode',
      'errorMessage',
      'updatedAt',
    ],
    'target',
  ),
  FIRST_COMMENT: rowSlots(targets, ['firstCommentExternalId', 'firstCommentError', 'updatedAt'], 'target'),
};
const endedEvent = rowSlots(postEvents, eventKeys, 'ended');
const toldEvent = rowSlots(postEvents, eventKeys, 'told');

const statements = {
  POST: fixedStatement('post_published', (q) => successStatement(q, 'POST')),
  FIRST_COMMENT: fixedStatement('comment_published', (q) => successStatement(q, 'FIRST_COMMENT')),
};

const isMissing = {
  POST: isNotPublic,
  FIRST_COMMENT: isNull(targets.firstCommentExternalId),
};

function successStatement(q: Queryable, step: PublishStep) {
  const attempt = q.$with('attempt').as(
    q
      .update(publishAttempts)
      .set(attemptFields.slots)
      .where(eq(publishAttempts.id, slot(publishAttempts.id, 'attemptId')))
      .returning({ number: publishAttempts.number, sentText: publishAttempts.sentText }),
  );
  const publishedCaption = sql`(select sent_text from ${attempt})`;
  // A target that is public already keeps naming what its first comment is under.
  const target = q.$with('target').as(
    q
      .update(targets)
      .set({ ...targetFields[step].slots, ...(step === 'POST' && { publishedCaption }) })
      .where(and(eq(targets.id, slot(targets.id, 'targetId')), isMissing[step]))
      .returning({ id: targets.id }),
  );
  const number = sql`jsonb_build_object('attempt', (select number from ${attempt}))`;
  const detail = sql`${endedEvent.slots.detail}::jsonb || ${number}`;
  const events = q.$with('events').as(
    q
      .insert(postEvents)
      .values([{ ...endedEvent.slots, detail }, toldEvent.slots])
      .returning({ kind: postEvents.kind }),
  );
  // A statement reads what there was before it.
  const earlierOutcome = sql<AttemptOutcome | null>`(
    select ${publishAttempts.outcome} from ${publishAttempts}
    where ${publishAttempts.id} = ${slot(publishAttempts.id, 'attemptId')})`;
  return q
    .with(attempt, target, events)
    .select({ platform: targets.platform, postStatus: posts.status, earlier: earlierOutcome })
    .from(targets)
    .innerJoin(posts, eq(posts.id, targets.postId))
    .where(eq(targets.id, slot(targets.id, 'targetId')));
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
        ? { ...postPublished(deps, published), publishedCaption: attempt.sentText }
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

/**
 * Corrects a post whose run ended before its last outcome was known, and sends the event of its new status. A
 * post that a run still works on is left to that run.
 */
export async function correctPost(
  deps: ServiceDeps,
  postId: string,
  known: { targetChanged?: boolean } = {},
): Promise<void> {
  const starts = await deps.db.transaction(async (tx) => {
    const post = await lockPostRow(tx, postId);
    return post === undefined ? [] : correctInTransaction(tx, deps, post, known);
  });
  await startDeliveries(deps, starts);
}

/** A target may have changed although the post's status has not. The deliveries are to be started after the commit. */
async function correctInTransaction(
  tx: Tx,
  deps: ServiceDeps,
  post: PostRow,
  { targetChanged = false } = {},
): Promise<DeliverWebhookStart[]> {
  if (!isOver(post.status)) return [];
  const rows = await readTargets(tx, { postIds: [post.id] });
  const derived = derivePostStatus(
    rows.map((target) => target.status),
    { running: false },
  );
  // A post that waits for a person stays what it is as long as anything of it does.
  const status = derived === 'DRAFT' ? post.status : derived;
  if (status === post.status && !targetChanged) return [];
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
  return status === 'NEEDS_APPROVAL' ? [] : tellEnd(tx, deps, post, status);
}
