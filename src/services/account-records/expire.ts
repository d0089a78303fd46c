import { and, eq, isNull } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { stageEvent, startDeliveries, subscribers } from '../webhooks/stage.js';
import { toSocialAccountView } from './view.js';

const type = 'account.token_expired';

/**
 * Marks the grant as dead, unless the account was reconnected meanwhile, and writes the event that tells of it in the
 * same transaction: once, however many posts meet the dead grant.
 */
export async function expireAccount(
  deps: ServiceDeps,
  socialAccountId: string,
  seenVersion: number,
): Promise<void> {
  const starts = await deps.db.transaction(async (tx) => {
    const [expired] = await tx
      .update(socialAccounts)
      .set({ status: 'TOKEN_EXPIRED', updatedAt: deps.clock.now() })
      .where(
        and(
          eq(socialAccounts.id, socialAccountId),
          eq(socialAccounts.credentialsVersion, seenVersion),
          eq(socialAccounts.status, 'ACTIVE'),
          isNull(socialAccounts.deletedAt),
        ),
      )
      .returning();
    if (expired === undefined) return [];
    const receivers = await subscribers(tx, expired.workspaceId, type);
    if (receivers.length === 0) return [];
    const { workspaceId } = expired;
    const data = { socialAccount: toSocialAccountView(expired) };
    return stageEvent(tx, deps, { workspaceId, type, data }, receivers);
  });
  await startDeliveries(deps, starts);
}
