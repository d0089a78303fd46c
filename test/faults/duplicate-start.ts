import type { PlatformName } from '../../src/domain/platforms.js';
import type { ApiPost } from './api-client.js';
import type { FaultStack } from './fault-stack.js';

/** Starts a post's run twice more at the same time, like a sender whose response was lost. */
export async function startTwice({ context, accounts }: FaultStack, post: ApiPost): Promise<boolean> {
  const workflowId = post.workflowId ?? post.pendingWorkflowId;
  if (workflowId === null || post.scheduledAt === null) return false;
  const start = {
    workflowId,
    postId: post.id,
    workspaceId: 'ws_faults',
    socialAccountIds: post.targets.map((target) => target.socialAccountId),
    platforms: accounts
      .filter(({ id }) => post.targets.some((target) => target.socialAccountId === id))
      .map(({ platform }) => platform),
    scheduledAt: new Date(post.scheduledAt),
    startAt: new Date(post.scheduledAt),
    targets: post.targets.map(({ id, platform }) => ({ id, platform: platform as PlatformName })),
    requestId: null,
  };
  const { starter } = context.deps;
  const results = await Promise.allSettled([
    starter.startPublishPost(start),
    starter.startPublishPost(start),
  ]);
  return results.some(({ status }) => status === 'fulfilled');
}
