import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { posts } from '../../db/schema/index.js';
import type { ChangeKind } from '../../domain/changes.js';
import type { WebhookEventType } from '../../domain/webhooks.js';
import { withParts } from '../post-records/records.js';
import { toPostView } from '../post-records/view.js';
import type { ServiceDeps } from '../shared/context.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import { stageEvent, subscribers } from './stage.js';

const eventByKind = {
  REMOVE: 'post.target_removed',
  EDIT: 'post.target_edited',
} as const satisfies Record<ChangeKind, WebhookEventType>;

/**
 * Writes the event about a target that was removed or edited on its platform, with the post as the API shows it
 * afterwards, or showed it before it was deleted. The caller calls `startDeliveries` after the commit.
 */
export async function emitTargetEvent(
  tx: Tx,
  deps: ServiceDeps,
  postId: string,
  { targetId, kind }: { targetId: string; kind: ChangeKind },
): Promise<DeliverWebhookStart[]> {
  const [post] = await tx.select().from(posts).where(eq(posts.id, postId));
  if (post === undefined) return [];
  const { workspaceId } = post;
  const type = eventByKind[kind];
  const receivers = await subscribers(tx, workspaceId, type);
  if (receivers.length === 0) return [];
  const [record] = await withParts(tx, [post]);
  if (record === undefined) return [];
  return stageEvent(
    tx,
    deps,
    { workspaceId, type, postId, data: { targetId, post: toPostView(record) } },
    receivers,
  );
}
