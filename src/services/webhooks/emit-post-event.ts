import type { Tx } from '../../db/client.js';
import type { PostStatus } from '../../domain/post-status.js';
import type { WebhookEventType } from '../../domain/webhooks.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import type { ServiceDeps } from '../shared/context.js';
import { readPost, toPostView } from '../post-records/records.js';
import { stageEvent, subscribers } from './stage.js';

/** Which event the end of a publish run sends (decisions table, "which event"). */
const eventByStatus: Partial<Record<PostStatus, WebhookEventType>> = {
  PUBLISHED: 'post.published',
  PARTIALLY_PUBLISHED: 'post.failed',
  FAILED: 'post.failed',
};

/**
 * Writes the event of a publish run that has ended, in the transaction that ends it, with the post as the API
 * shows it from then on. Nothing is written where nobody subscribed.
 */
export async function emitPostEvent(
  tx: Tx,
  deps: ServiceDeps,
  { postId, workspaceId, status }: { postId: string; workspaceId: string; status: PostStatus },
): Promise<DeliverWebhookStart[]> {
  const type = eventByStatus[status];
  if (type === undefined) return [];
  const receivers = await subscribers(tx, workspaceId, type);
  if (receivers.length === 0) return [];
  const record = await readPost(tx, postId);
  if (record === undefined) return [];
  return stageEvent(tx, deps, { workspaceId, type, postId, data: { post: toPostView(record) } }, receivers);
}
