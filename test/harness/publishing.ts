import { expect, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { posts, publishAttempts } from '../../src/db/schema/index.js';
import type { PostPart } from '../../src/domain/parts.js';
import { endedPostStatuses } from '../../src/domain/post-status.js';
import type { PublishStep } from '../../src/domain/workflow-contract.js';
import { createPost } from '../../src/services/posts/create.js';
import { getPost } from '../../src/services/posts/get.js';
import type { CreatePostInput } from '../../src/services/posts/types.js';
import type { PostView } from '../../src/services/post-records/types.js';
import { leadMsMax, sendAhead } from './send-ahead.js';
import type { Stack, TestWorkspace } from './stack.js';
import { askAgainMs, waitMsMax } from './patience.js';
import { publicationIdOf } from '../../src/domain/workflow-contract.js';

interface ScheduledContent {
  inMs?: number;
  text?: string;
  parts?: (string | PostPart)[];
  firstComment?: string | null;
  mediaIds?: string[];
}

/** Schedules a post on all accounts of the workspace, due `inMs` from now. */
export async function schedule(
  { ctx, accountIds }: TestWorkspace,
  { inMs = 300, text = 'Hello', parts = [], firstComment = null, mediaIds = [] }: ScheduledContent = {},
): Promise<PostView> {
  const input: Omit<CreatePostInput, 'scheduledFor'> = {
    shape: 'flat',
    caption: text,
    parts: parts.map((part) => (typeof part === 'string' ? { text: part, mediaIds: [] } : part)),
    targets: accountIds.map((socialAccountId) => ({
      socialAccountId,
      captionOverride: null,
      firstComment,
      platformOptions: null,
      mediaIds: [],
    })),
    mediaIds,
    mediaAltText: {},
    draftScheduledFor: null,
    timezone: null,
    clientReferenceId: null,
  };
  const { post } = await sendAhead(inMs, (time) =>
    createPost(ctx, { ...input, scheduledFor: new Date(time) }),
  );
  return post;
}

/**
 * Schedules a post, and acts on it before it is due. On a slow machine, it may be due before the action has ended. Then
 * that post ends, `forget` deletes its traces, and the action is repeated on another post with twice the lead.
 */
export async function actBeforeDue<Result>(
  workspace: TestWorkspace,
  { forget, ...content }: ScheduledContent & { inMs: number; forget: () => void },
  act: (post: PostView) => Promise<Result>,
): Promise<{ post: PostView; result: Result }> {
  const post = await schedule(workspace, content);
  const [acted] = await Promise.allSettled([act(post)]);
  const isLate = Date.now() >= (post.scheduledAt?.getTime() ?? 0) && content.inMs < leadMsMax;
  if (!isLate && acted.status === 'rejected') throw acted.reason;
  if (!isLate && acted.status === 'fulfilled') return { post, result: acted.value };
  await untilStatus(workspace, post.id, ...endedPostStatuses);
  forget();
  return actBeforeDue(workspace, { ...content, inMs: 2 * content.inMs, forget }, act);
}

/** Waits until the post shows one of these statuses. */
export function untilStatus(
  workspace: TestWorkspace,
  postId: string,
  ...statuses: string[]
): Promise<PostView> {
  return untilStatusWithin(waitMsMax, workspace, postId, ...statuses);
}

/** Waits for a status like `untilStatus`, for a post that must wait for a hundred calls. */
export async function untilStatusWithin(
  waitMs: number,
  { ctx }: TestWorkspace,
  postId: string,
  ...statuses: string[]
): Promise<PostView> {
  const check = (status: string | undefined): void => {
    if (status === undefined || !statuses.includes(status))
      throw new Error(`The post is ${status ?? 'gone'}, not ${statuses.join(' or ')}.`);
  };
  return vi.waitFor(
    async () => {
      // The database is polled often, so the query reads only what it needs.
      const [row] = await ctx.db.select({ status: posts.status }).from(posts).where(eq(posts.id, postId));
      check(row?.status);
      const post = await getPost(ctx, { postId });
      check(post.status);
      return post;
    },
    { timeout: waitMs, interval: askAgainMs },
  );
}

/** Returns how a run ended, as an operator reads it in the Web UI. */
export async function runStatus({ client }: Stack, workflowId: string): Promise<string> {
  const { status } = await client.workflow.getHandle(workflowId).describe();
  return status.name;
}

export async function untilRunStatus(stack: Stack, workflowId: string, status: string): Promise<void> {
  await vi.waitFor(async () => expect(await runStatus(stack, workflowId)).toBe(status), {
    timeout: waitMsMax,
    interval: askAgainMs,
  });
}

/** Returns the outcomes of a target's attempts, oldest first. */
export async function attemptsOf({ deps }: Stack, targetId: string | undefined, step: PublishStep = 'POST') {
  const rows = await deps.db
    .select()
    .from(publishAttempts)
    .where(eq(publishAttempts.publicationId, publicationIdOf({ targetId: targetId ?? '', step })));
  return rows.sort((a, b) => a.number - b.number).map((row) => row.outcome);
}

/** Returns the run's id, whether the run was promoted or is still staged. */
export function runIdOf(post: PostView): string {
  const id = post.workflowId ?? post.pendingWorkflowId;
  if (id === null) throw new Error(`post ${post.id} has no run`);
  return id;
}
