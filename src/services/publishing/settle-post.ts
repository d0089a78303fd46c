import { eq, sql } from 'drizzle-orm';
import { builtStatement } from '../../db/built-query.js';
import type { Tx } from '../../db/client.js';
import { posts, publications } from '../../db/schema/index.js';
import { isReplyId } from '../../domain/ids.js';
import type { PostStatus } from '../../domain/post-status.js';
import type { Subject } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import {
  eventRows,
  insertEvents,
  recordEvents,
  type TimelineActor,
  type TimelineEntry,
} from '../timeline/record.js';
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
  const now = deps.clock.now();
  const finished = { kind: 'FINISHED', detail: { status, workflowId } } as const;
  const told = [...entries, finished];
  if (isReplyId(post.id)) {
    const ended = { runId: null, runSince: null, updatedAt: now };
    await tx.update(publications).set(ended).where(eq(publications.id, post.id));
    await recordEvents(tx, deps, post.id, by, told);
    return emitFinalEvent(tx, deps, post, status);
  }
  // The statements are sent together and executed in order.
  const [, starts] = await Promise.all([
    endPost(tx, {
      postId: post.id,
      status,
      workflowId: status === 'CANCELED' ? null : workflowId,
      updatedAt: now.toISOString(),
      events: insertEvents.json(eventRows(deps, post.id, by, told)),
    }),
    emitFinalEvent(tx, deps, post, status),
  ]);
  return starts;
}

const given = sql.placeholder;

const endPost = builtStatement(
  () => sql`
    with ended as (
      update ${posts}
      set status = ${given('status')}, workflow_id = ${given('workflowId')}, pending_workflow_id = null,
        pending_since = null, updated_at = ${given('updatedAt')}
      where id = ${given('postId')}
    )
    ${insertEvents(given('events'))}`,
);

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
