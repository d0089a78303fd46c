import { and, eq, isNull } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { bySystem, recordAudit } from '../audit/record.js';
import type { ServiceDeps } from '../shared/context.js';
import { plainText, messageCharsMax } from '../shared/remote-calls/platform-texts.js';
import { stageEvent, startDeliveries, subscribers } from '../webhooks/stage.js';
import { toSocialAccountView } from './view.js';

const type = 'account.token_expired';

/**
 * Marks the grant as dead, unless the account has been reconnected in the meantime. The event is written in the same
 * transaction, and only once, even if many posts find that the grant is dead. `words` is the platform's message.
 * Returns whether the grant of that version is now known to be dead.
 */
export async function expireAccount(
  deps: ServiceDeps,
  socialAccountId: string,
  seenVersion: number,
  words?: string,
): Promise<boolean> {
  const now = deps.clock.now();
  const starts = await deps.db.transaction(async (tx) => {
    const [expired] = await tx
      .update(socialAccounts)
      .set({
        status: 'TOKEN_EXPIRED',
        // A dead grant is not refreshed.
        refreshDueAt: null,
        lastCheckedAt: now,
        ...(words !== undefined && { lastError: plainText(words, messageCharsMax) }),
        updatedAt: now,
      })
      .where(
        and(
          eq(socialAccounts.id, socialAccountId),
          eq(socialAccounts.credentialsVersion, seenVersion),
          eq(socialAccounts.status, 'ACTIVE'),
          isNull(socialAccounts.deletedAt),
        ),
      )
      .returning();
    if (expired === undefined) return undefined;
    await recordAudit(tx, bySystem(deps), {
      workspaceId: expired.workspaceId,
      action: 'social_account.token_expired',
      subject: { id: expired.id, name: expired.handle },
      changes: [{ field: 'status', from: 'ACTIVE', to: 'TOKEN_EXPIRED' }],
    });
    const receivers = await subscribers(tx, expired.workspaceId, type);
    if (receivers.length === 0) return [];
    const { workspaceId } = expired;
    const data = { socialAccount: toSocialAccountView(deps, expired) };
    return stageEvent(tx, deps, { workspaceId, type, data }, receivers);
  });
  if (starts === undefined) return isExpired(deps, socialAccountId, seenVersion);
  await startDeliveries(deps, starts);
  return true;
}

async function isExpired(
  { db }: ServiceDeps,
  socialAccountId: string,
  seenVersion: number,
): Promise<boolean> {
  const [account] = await db
    .select({ status: socialAccounts.status, version: socialAccounts.credentialsVersion })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, socialAccountId));
  return account?.status === 'TOKEN_EXPIRED' && account.version === seenVersion;
}
