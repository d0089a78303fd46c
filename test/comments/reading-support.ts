import { and, asc, eq } from 'drizzle-orm';
import { commentFeeds, comments, posts, socialAccounts, sweeps, targets } from '../../src/db/schema/index.js';
import type { ReadCommentsInput, ReadCommentsResult } from '../../src/domain/workflow-contract.js';
import { enrolFeeds } from '../../src/services/comment-feeds/enrol.js';
import { readDueComments } from '../../src/services/comment-feeds/read-due.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import type { TestWorkspace } from '../harness/stack.js';

export const never = new AbortController().signal;

export const read = (deps: ServiceDeps, input: ReadCommentsInput = {}): Promise<ReadCommentsResult> =>
  readDueComments(deps, input, never);

/** Creates the rows of a public post without publishing it. Returns the post's id on the platform. */
export async function publish(
  deps: ServiceDeps,
  { workspaceId, accountIds, ctx }: TestWorkspace,
  { account = 0, agoMs = 0 }: { account?: number; agoMs?: number } = {},
): Promise<{ externalPostId: string; postId: string; targetId: string }> {
  const now = deps.clock.now();
  const [id, targetId] = [deps.newId('post'), deps.newId('target')];
  const socialAccountId = accountIds[account] ?? '';
  const [row] = await deps.db.select().from(socialAccounts).where(eq(socialAccounts.id, socialAccountId));
  if (row === undefined) throw new Error('There is no account.');
  await deps.db.insert(posts).values({
    id,
    workspaceId,
    createdByUserId: ctx.actor.userId,
    status: 'PUBLISHED',
    caption: 'Hello',
    generation: 1,
    createdViaApi: true,
    createdViaFlatShape: true,
    createdAt: now,
    updatedAt: now,
  });
  const externalPostId = `ext-${id}`;
  await deps.db.insert(targets).values({
    id: targetId,
    postId: id,
    order: 0,
    socialAccountId,
    platform: row.platform,
    status: 'PUBLISHED',
    mediaIds: [],
    republishUnconfirmed: false,
    attemptCount: 1,
    publishedAt: new Date(now.getTime() - agoMs),
    externalPostId,
    externalReference: { of: externalPostId },
    createdAt: now,
    updatedAt: now,
  });
  return { externalPostId, postId: id, targetId };
}

/** Publishes a post in the same way, and makes its feed due. */
export async function publishDue(
  deps: ServiceDeps,
  workspace: TestWorkspace,
  options: { account?: number; agoMs?: number } = {},
): Promise<{ externalPostId: string; postId: string; targetId: string }> {
  const post = await publish(deps, workspace, options);
  // Makes the sweep's lease free, so that a sweep may run now.
  await deps.db.delete(sweeps);
  await enrolFeeds(deps);
  await makeDue(deps, post.externalPostId);
  return post;
}

export async function makeDue({ db, clock }: ServiceDeps, externalPostId: string): Promise<void> {
  await db
    .update(commentFeeds)
    .set({ dueAt: clock.now() })
    .where(eq(commentFeeds.externalPostId, externalPostId));
}

export async function feedOf({ db }: ServiceDeps, externalPostId: string) {
  const [row] = await db.select().from(commentFeeds).where(eq(commentFeeds.externalPostId, externalPostId));
  if (row === undefined) throw new Error('There is no feed.');
  return row;
}

/** Returns the comments in the order in which they were written. */
export async function commentsOf({ db }: ServiceDeps, externalPostId: string) {
  return db
    .select()
    .from(comments)
    .where(and(eq(comments.externalPostId, externalPostId)))
    .orderBy(asc(comments.postedAt), asc(comments.externalCommentId));
}
