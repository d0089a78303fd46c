import { inArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { socialAccounts } from '../../db/schema/index.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PostStatus, TargetStatus } from '../../domain/post-status.js';
import type { WebhookEventType } from '../../domain/webhooks.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import type { ServiceDeps } from '../shared/context.js';
import { readPost } from '../post-records/records.js';
import type { TargetView } from '../post-records/types.js';
import { toPostView } from '../post-records/view.js';
import { stageEvent, subscribers } from './stage.js';

/** The event type for each status of a post. Drafts and posts that are being published have none. */
const eventByStatus: Partial<Record<PostStatus, WebhookEventType>> = {
  NEEDS_APPROVAL: 'post.needs_approval',
  SCHEDULED: 'post.scheduled',
  PUBLISHED: 'post.published',
  PARTIALLY_PUBLISHED: 'post.failed',
  FAILED: 'post.failed',
  CANCELED: 'post.canceled',
};

/** The event type for a post of this status. Undefined if there is none. */
export function postEventOf(status: PostStatus): WebhookEventType | undefined {
  return eventByStatus[status];
}

/**
 * Writes the event about a post's new status or time in the transaction of that change, with the post as the API shows
 * it afterwards. Writes nothing without a subscriber. The caller calls `startDeliveries` after the commit.
 */
export async function emitPostEvent(
  tx: Tx,
  deps: ServiceDeps,
  { postId, workspaceId, status }: { postId: string; workspaceId: string; status: PostStatus },
): Promise<DeliverWebhookStart[]> {
  const type = postEventOf(status);
  if (type === undefined) return [];
  const receivers = await subscribers(tx, workspaceId, type);
  if (receivers.length === 0) return [];
  const record = await readPost(tx, postId);
  if (record === undefined) return [];
  const post = toPostView(record);
  const data = {
    post,
    ...(type === 'post.failed' && { targets: await outcomesOf(tx, post.targets) }),
  };
  return stageEvent(tx, deps, { workspaceId, type, postId, data }, receivers);
}

/** How one target of a failed post ended, with the name of its account. */
interface TargetOutcome {
  id: string;
  platform: PlatformName;
  account: { id: string; handle: string; displayName: string | null };
  status: TargetStatus;
  errorCode: string | null;
  message: string | null;
}

async function outcomesOf(tx: Tx, rows: readonly TargetView[]): Promise<TargetOutcome[]> {
  const ids = rows.map(({ socialAccountId }) => socialAccountId);
  const accounts = await tx
    .select({
      id: socialAccounts.id,
      handle: socialAccounts.handle,
      displayName: socialAccounts.displayName,
    })
    .from(socialAccounts)
    .where(inArray(socialAccounts.id, ids));
  const accountById = new Map(accounts.map((account) => [account.id, account]));
  return rows.flatMap(({ id, platform, socialAccountId, status, errorCode, errorMessage }) => {
    const account = accountById.get(socialAccountId);
    return account === undefined ? [] : [{ id, platform, account, status, errorCode, message: errorMessage }];
  });
}
