import type { Tx } from '../../db/client.js';
import { isReplyId } from '../../domain/ids.js';
import type { PostStatus } from '../../domain/post-status.js';
import { updateSubject, type Subject } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import { recordEvents, type TimelineActor, type TimelineEntry } from '../timeline/record.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { settleReply } from './internal/settle-reply.js';

interface End {
  workflowId: string;
  status: PostStatus;
  by: TimelineActor;
  entries: readonly TimelineEntry[];
}

/**
 * Records the end of a run in the transaction that has locked the post or reply. The run's id is kept for reference,
 * except on a canceled post. The caller starts the returned deliveries after the commit.
 */
export async function settlePost(
  tx: Tx,
  deps: ServiceDeps,
  post: Subject,
  { workflowId, status, by, entries }: End,
): Promise<DeliverWebhookStart[]> {
  const updatedAt = deps.clock.now();
  const ended = { pendingWorkflowId: null, pendingSince: null, updatedAt };
  const finished = { kind: 'FINISHED', detail: { status, workflowId } } as const;
  const [starts] = await Promise.all([
    updateSubject(tx, post.id, {
      ofPost: { ...ended, status, workflowId: status === 'CANCELED' ? null : workflowId },
      ofReply: { runId: null, runSince: null, updatedAt },
    }).then(() => emitFinalEvent(tx, deps, post, status)),
    recordEvents(tx, deps, post.id, by, [...entries, finished]),
  ]);
  return starts;
}

/** Emits the webhook event of a post that has ended or, for a reply, updates the comment. */
export async function emitFinalEvent(
  tx: Tx,
  deps: ServiceDeps,
  { id, workspaceId }: Subject,
  status: PostStatus,
): Promise<DeliverWebhookStart[]> {
  if (!isReplyId(id)) return emitPostEvent(tx, deps, { postId: id, workspaceId, status });
  await settleReply(tx, deps, id);
  return [];
}
