import type { Tx } from '../../db/client.js';
import type { PostStatus } from '../../domain/post-status.js';
import type { PostRow } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { settleReply } from './internal/settle-reply.js';

/**
 * Records the end of a run within the caller's transaction: emits the post's webhook event or, for a reply, updates the
 * comment. The caller starts the returned deliveries after the commit.
 */
export async function emitFinalEvent(
  tx: Tx,
  deps: ServiceDeps,
  { id: postId, workspaceId, replyCommentId }: PostRow,
  status: PostStatus,
): Promise<DeliverWebhookStart[]> {
  if (replyCommentId === null) return emitPostEvent(tx, deps, { postId, workspaceId, status });
  await settleReply(tx, deps, replyCommentId, postId);
  return [];
}
