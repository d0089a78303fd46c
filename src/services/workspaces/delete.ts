import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import {
  apiKeys,
  apiKeyWorkspaces,
  clientLinks,
  comments,
  hashtagSets,
  invitations,
  mediaAssets,
  memberships,
  posts,
  publishAttempts,
  savedReplies,
  socialAccounts,
  targets,
  webhookEndpoints,
  workflowCancellations,
  workspaces,
} from '../../db/schema/index.js';
import type { AttemptOutcome } from '../../domain/publish-attempts.js';
import { AppError } from '../../domain/errors.js';
import { recordAudit } from '../audit/record.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import { requestRelease } from '../billing/accounts.js';
import type { RequestContext } from '../shared/context.js';
import { unconfirmed } from '../../domain/step-errors.js';
import { isCallMissing, isLastAttempt, mayBePublic } from '../attempts/last-attempts.js';
import { firstComments, isCommentOf } from '../post-records/records.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { readPayer } from '../plan-limits/workspace-limit.js';
import { disconnectAccounts } from '../account-grants/disconnect.js';
import { endGrants, revokeGrants } from '../account-grants/revoke-grants.js';
import { endConnectSessionsOf } from '../connect-sessions/end-of-workspace.js';
import { countForeignPosts } from '../media/foreign-media.js';
import { closeEndpoints } from '../webhooks/close-endpoints.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import { roleIn, runUrlTemplateFor, toWorkspaceView } from './internal/view.js';

/**
 * Deletes a workspace in one transaction: waiting posts are canceled, secrets are deleted, and all memberships end.
 * Throws 409 while a post or a first comment is being published, because its outcome would be recorded nowhere, and
 * while waiting posts of other workspaces of the same owner use its media. The reconciler cancels the runs in Temporal
 * and lowers the payer's quantity; until then the fence stops the runs.
 */
export async function deleteWorkspace(
  ctx: RequestContext,
  { workspaceId }: { workspaceId: string },
): Promise<void> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'deleteWorkspace');
  const now = ctx.clock.now();
  const { accounts, left } = await ctx.db.transaction(async (tx) => {
    const row = await lockWorkspace(tx, workspaceId);
    const { reach } = await holdRights(tx, ctx, workspaceId, 'deleteWorkspace');
    const runUrlTemplate = await runUrlTemplateFor(tx, ctx);
    ctx.expect?.(toWorkspaceView(row, { role: roleIn(reach, workspaceId), runUrlTemplate }));
    await closePosts(tx, workspaceId, now);
    const liveEndpoints = and(
      eq(webhookEndpoints.workspaceId, workspaceId),
      isNull(webhookEndpoints.deletedAt),
    );
    await closeEndpoints(tx, liveEndpoints, now);
    const left = await endConnectSessionsOf(tx, ctx, workspaceId);
    const accounts = await disconnectAccounts(tx, eq(socialAccounts.workspaceId, workspaceId), now);
    await deleteLibrary(tx, workspaceId, now);
    const payerId = await readPayer(tx, workspaceId);
    await closeAccess(tx, workspaceId, now);
    if (payerId !== null) await requestRelease(tx, ctx, payerId);
    // The id replaces the slug, which becomes free. It cannot collide with a slug, because it contains an underscore.
    await tx
      .update(workspaces)
      .set({ slug: workspaceId, deletedAt: now, updatedAt: now })
      .where(eq(workspaces.id, workspaceId));
    const subject = { id: workspaceId, name: row.name };
    await recordAudit(tx, ctx, { workspaceId, action: 'workspace.deleted', subject });
    return { accounts, left };
  });
  await Promise.all([revokeGrants(ctx, accounts), endGrants(ctx, left)]);
}

/**
 * Deletes the media records of the workspace. Throws if posts of the same owner's other workspaces wait to be published
 * with its files. Attaching a file to a post locks the file's row, so none is missed. The media sweep removes the
 * bytes.
 */
async function deleteLibrary(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const ofWorkspace = eq(mediaAssets.workspaceId, workspaceId);
  const locked = tx
    .select({ id: mediaAssets.id })
    .from(mediaAssets)
    .where(and(ofWorkspace, isNull(mediaAssets.deletedAt)))
    .orderBy(mediaAssets.id)
    .for('update');
  await tx.update(mediaAssets).set({ deletedAt: now, updatedAt: now }).where(inArray(mediaAssets.id, locked));
  const postCount = await countForeignPosts(tx, ofWorkspace);
  if (postCount === 0) return;
  const message = 'Posts of other workspaces that have yet to be published use files of this workspace.';
  throw new AppError('MEDIA_IN_USE', message, { postCount });
}

async function closePosts(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const waiting = await tx
    .select({
      id: posts.id,
      status: posts.status,
      workflowId: posts.workflowId,
      pendingWorkflowId: posts.pendingWorkflowId,
    })
    .from(posts)
    .where(
      and(
        eq(posts.workspaceId, workspaceId),
        isNull(posts.deletedAt),
        inArray(posts.status, ['SCHEDULED', 'NEEDS_APPROVAL', 'PUBLISHING']),
      ),
    )
    .for('update');
  if (waiting.some(({ status }) => status === 'PUBLISHING')) throw publishing(null);
  const replyRuns = await lockReplies(tx, workspaceId);
  const ofWorkspace = tx.select({ id: posts.id }).from(posts).where(eq(posts.workspaceId, workspaceId));
  const [comment] = await tx
    .select({ runId: firstComments.runId })
    .from(targets)
    .innerJoin(firstComments, isCommentOf(targets))
    .where(and(inArray(targets.postId, ofWorkspace), isNotNull(firstComments.runId)))
    .limit(1);
  if (comment !== undefined) throw publishing(null);
  const named = waiting.flatMap((post) => [post.workflowId, post.pendingWorkflowId]);
  const runs = [...named, ...replyRuns].filter((id) => id !== null);
  for (let start = 0; start < runs.length; start += rowsAtOnceMax) {
    const owed = runs
      .slice(start, start + rowsAtOnceMax)
      .map((workflowId) => ({ workflowId, requestedAt: now }));
    await tx.insert(workflowCancellations).values(owed).onConflictDoNothing();
  }
  const isWaiting = and(
    or(inArray(targets.postId, ofWorkspace), eq(targets.workspaceId, workspaceId)),
    inArray(targets.status, ['DRAFT', 'SCHEDULED']),
  );
  await closeUnclear(tx, isWaiting, now);
  await tx
    .update(targets)
    .set({ status: 'CANCELED', scheduledFor: null, runId: null, runSince: null, updatedAt: now })
    .where(isWaiting);
  await tx
    .update(posts)
    .set({
      status: sql`case when ${posts.status} in ('DRAFT', 'SCHEDULED', 'NEEDS_APPROVAL') then 'CANCELED' else ${posts.status} end`,
      workflowId: null,
      pendingWorkflowId: null,
      pendingSince: null,
      deletedAt: now,
      updatedAt: now,
    })
    .where(and(eq(posts.workspaceId, workspaceId), isNull(posts.deletedAt)));
}

/** Locks the waiting replies and returns their runs. Throws if one is being sent. */
async function lockReplies(tx: Tx, workspaceId: string): Promise<(string | null)[]> {
  const replies = await tx
    .select({ status: targets.status, workflowId: targets.runId, commentId: comments.id })
    .from(targets)
    .innerJoin(comments, eq(comments.replyPublicationId, targets.id))
    .where(and(eq(targets.workspaceId, workspaceId), isNotNull(targets.runId)))
    .for('update', { of: targets });
  const sending = replies.find(({ status }) => status !== 'SCHEDULED');
  if (sending !== undefined) throw publishing(sending.commentId);
  return replies.map(({ workflowId }) => workflowId);
}

/**
 * Marks targets that may be public as FAILED and unconfirmed instead of CANCELED. Throws if a run still has to look up
 * such a target.
 */
async function closeUnclear(tx: Tx, isWaiting: SQL | undefined, now: Date): Promise<void> {
  const unclear = await tx
    .select({ target: targets, last: publishAttempts, post: posts, commentId: comments.id })
    .from(targets)
    .leftJoin(posts, eq(posts.id, targets.postId))
    .leftJoin(comments, eq(comments.replyPublicationId, targets.id))
    .leftJoin(publishAttempts, isLastAttempt(targets))
    .where(and(isWaiting, isNull(posts.deletedAt)));
  const findingOut = unclear.find(
    ({ post, last }) =>
      (post?.status ?? 'SCHEDULED') === 'SCHEDULED' && last !== null && isUnderWay(last.outcome),
  );
  if (findingOut !== undefined) throw publishing(findingOut.commentId);
  const unconfirmedIds = unclear.flatMap(({ target, last }) => {
    return mayBePublic(last) || isCallMissing({ publication: target, last: last ?? undefined })
      ? [target.id]
      : [];
  });
  if (unconfirmedIds.length === 0) return;
  await tx
    .update(targets)
    .set({
      ...{ status: 'FAILED', errorCode: unconfirmed.code, errorMessage: unconfirmed.message, updatedAt: now },
      ...{ runId: null, runSince: null },
    })
    .where(and(isWaiting, inArray(targets.id, unconfirmedIds)));
}

function isUnderWay(outcome: AttemptOutcome | null): boolean {
  return outcome === null || outcome === 'AMBIGUOUS';
}

/** The number of rows per statement, because a statement's parameters are limited. */
const rowsAtOnceMax = 1_000;

/**
 * The error for a post that is being published. For a reply it contains the id, because no list of posts shows replies.
 */
const publishing = (replyId: string | null): AppError<'INVALID_STATE'> => {
  const what =
    replyId === null ? 'A post of the workspace is being published' : `The reply ${replyId} is being sent`;
  return new AppError('INVALID_STATE', `${what}. Try again once it has finished.`, {
    status: 'PUBLISHING',
    allowed: [],
    ...(replyId !== null && { replyId }),
  });
};

/** Ends all access to the workspace. Keys are managed in the workspace where they were created, so they end with it. */
async function closeAccess(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)));
  await tx
    .update(clientLinks)
    .set({ revokedAt: now })
    .where(and(eq(clientLinks.workspaceId, workspaceId), isNull(clientLinks.revokedAt)));
  await tx.delete(apiKeyWorkspaces).where(eq(apiKeyWorkspaces.workspaceId, workspaceId));
  await tx.delete(hashtagSets).where(eq(hashtagSets.workspaceId, workspaceId));
  await tx.delete(savedReplies).where(eq(savedReplies.workspaceId, workspaceId));
  await tx.delete(invitations).where(eq(invitations.workspaceId, workspaceId));
  await tx.delete(memberships).where(eq(memberships.workspaceId, workspaceId));
}
