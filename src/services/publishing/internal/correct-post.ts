import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.js';
import { posts, publications } from '../../../db/schema/index.js';
import { derivePostStatus, type PostStatus } from '../../../domain/post-status.js';
import { endFollowers } from '../../attempts/end-open.js';
import { withFollowing } from '../../post-records/new-rows.js';
import {
  lockSubject,
  readTargets,
  statusesOf,
  type Subject,
  type TargetRow,
} from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { DeliverWebhookStart } from '../../shared/workflow-starter.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { startDeliveries } from '../../webhooks/stage.js';
import { emitFinalEvent } from '../settle-post.js';

/** Whether a target or a part became public after the run of its post had ended, and the post was not corrected since. */
export async function readCorrectionDue(q: Queryable, publicationId: string): Promise<boolean> {
  const rows = await q
    .select({ id: publications.id })
    .from(publications)
    .where(and(eq(publications.id, publicationId), isNotNull(publications.correctionOwedSince)));
  return rows.length > 0;
}

/**
 * Corrects a post whose run ended before the last outcome was known, and sends the event of its new status. A post with
 * a running run is left to that run.
 */
export async function correctPost(deps: ServiceDeps, postId: string): Promise<void> {
  const starts = await deps.db.transaction(async (tx) => {
    const post = await lockSubject(tx, postId);
    return post === undefined ? [] : correctInTransaction(tx, deps, post);
  });
  await startDeliveries(deps, starts);
}

/**
 * Corrects a locked post. Its event is sent even if only a target has changed and not the post's status. The caller
 * starts the returned deliveries after the commit.
 */
export async function correctInTransaction(
  tx: Tx,
  deps: ServiceDeps,
  post: Subject,
): Promise<DeliverWebhookStart[]> {
  const rows = await readTargets(tx, [post.id]);
  const owed = withFollowing(rows).filter(({ correctionOwedSince }) => correctionOwedSince !== null);
  const owedIds = owed.map(({ id }) => id);
  if (owed.length > 0)
    await tx.update(publications).set({ correctionOwedSince: null }).where(inArray(publications.id, owedIds));
  if (!isOver(post.status)) return [];
  if (owed.length === 0 && overallOf(post, rows) === post.status) return [];
  const ended = await endFollowers(tx, deps, rows);
  const status = overallOf(post, await readTargets(tx, [post.id]));
  await tx.update(posts).set({ status, updatedAt: deps.clock.now() }).where(eq(posts.id, post.id));
  await recordEvents(tx, deps, post.id, publisher, [
    ...ended.flatMap(({ entries }) => entries),
    { kind: 'FINISHED', detail: { status } },
  ]);
  // A post that still waits for approval has not ended, so it has no final event.
  return status === 'NEEDS_APPROVAL' ? [] : emitFinalEvent(tx, deps, post, status);
}

/** Whether no run works on a post of this status or is staged for it. */
function isOver(status: PostStatus): boolean {
  return status !== 'SCHEDULED' && status !== 'PUBLISHING';
}

/**
 * The status of a post on which no run works. The post keeps its status while one of its targets waits for approval.
 */
function overallOf(post: Subject, rows: readonly TargetRow[]): PostStatus {
  const derived = derivePostStatus(statusesOf(rows), { running: false });
  return derived === 'DRAFT' ? post.status : derived;
}
