import type { Tx } from '../../db/client.js';
import { notFound } from '../../domain/errors.js';
import { parseSeenUrl } from '../../urls/seen-url.js';
import { missingComment } from '../attempts/followers.js';
import { needsApproval } from '../post-runs/approval-gate.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import { dueOf, type PostRecord, type TargetRow } from '../post-records/records.js';
import type { PostView } from '../post-records/types.js';
import { confirmPublished, isUnconfirmed } from '../publishing/confirm-published.js';
import { checkSeen, isUrlOf, keepsItsUrl } from '../publishing/seen-url.js';
import type { RequestContext } from '../shared/context.js';
import { startDeliveries } from '../webhooks/stage.js';
import { readPostView } from './get.js';
import { checkUnchanged } from '../post-records/changes.js';
import { invalidState, notUnconfirmed } from './internal/not-unconfirmed.js';
import { nextCommentRunId, startCommentRun } from './retry-first-comment.js';
import { retryPost } from './retry.js';

export interface ResolveTargetInput {
  postId: string;
  targetId: string;
  /** Whether the user has seen the post on the platform. */
  published: boolean;
  externalUrl?: string;
}

/**
 * Settles an unconfirmed target, or its unconfirmed part, according to a user who has looked at the platform. If it is
 * there, it becomes PUBLISHED; a target that is already public is not changed. If it is not there, the target is
 * retried with the consent to publish it again.
 */
export async function resolveTarget(
  given: RequestContext,
  { postId, targetId, published, externalUrl }: ResolveTargetInput,
): Promise<PostView> {
  if (!published) {
    return retryPost(given, { postId, targetIds: [targetId], republishUnconfirmed: true, isAnswer: true });
  }
  const seenUrl = externalUrl === undefined ? null : parseSeenUrl(externalUrl);
  const { starts, commentRun } = await given.db.transaction(async (tx) => {
    const { ctx, record } = await lockPostWithRights(tx, given, postId, 'writePosts');
    const target = record.targets.find((row) => row.id === targetId);
    if (target === undefined) throw notFound();
    checkUnchanged(record.changes, [target]);
    const due = dueOf(target);
    if (due === null || (due.targetId !== null && !isUnconfirmed(due))) {
      if (seenUrl !== null && !(await isUrlOf(tx, target, seenUrl)))
        throw invalidState(ctx, record, keepsItsUrl(target));
      return { starts: [], commentRun: null };
    }
    if (!isUnconfirmed(due)) throw notUnconfirmed(ctx, record, target);
    const externalPostId = seenUrl === null ? null : await idIn(tx, ctx, target, seenUrl);
    const isLast = due === (target.parts.at(-1) ?? target);
    const isCommentDue = isLast && externalPostId !== null && maySendComment(ctx, record, target);
    const workflowId = isCommentDue ? await nextCommentRunId(tx, target) : null;
    const seen = { externalPostId, externalUrl: seenUrl?.href ?? null, commentRunId: workflowId };
    const starts = await confirmPublished(tx, ctx, { post: record.post, target, publication: due }, seen);
    const run = { postId, targetId, workspaceId: record.post.workspaceId, requestId: ctx.requestId };
    return { starts, commentRun: workflowId === null ? null : { ...run, workflowId } };
  });
  if (commentRun !== null) await startCommentRun(given, commentRun);
  await startDeliveries(given, starts);
  return readPostView(given, postId);
}

/** Returns the publication's id, if the URL contains it and proves that it belongs to the account. Null otherwise. */
async function idIn(tx: Tx, ctx: RequestContext, target: TargetRow, url: URL): Promise<string | null> {
  const seen = await checkSeen(tx, ctx, target, url);
  return seen?.platform.idInUrl?.(url, seen.session) ?? null;
}

/** Whether the missing first comment may be sent: no cancel was requested, and the post needs no approval. */
function maySendComment(ctx: RequestContext, { post }: PostRecord, target: TargetRow): boolean {
  return missingComment(target) !== null && target.cancelRequestedAt === null && !needsApproval(ctx, post);
}
