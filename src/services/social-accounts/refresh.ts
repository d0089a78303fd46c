import { and, eq, isNull } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import type { RefreshResult } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import { expireAccount } from '../account-records/expire.js';
import { openSession } from '../account-records/platform-session.js';

/**
 * Exchanges an account's credentials for fresh ones. To be called by the account's single writer alone (the
 * RefreshAccount workflow): refresh tokens rotate, and two exchanges at once would lose the account.
 *
 * `seenVersion` is the version that turned out stale: if another refresh has replaced it, nothing is done.
 * Only the platform's own "this grant is dead" turns the account to TOKEN_EXPIRED.
 */
export async function refreshAccount(
  deps: ServiceDeps,
  { socialAccountId, seenVersion }: { socialAccountId: string; seenVersion: number },
): Promise<RefreshResult> {
  const [account] = await deps.db.select().from(socialAccounts).where(eq(socialAccounts.id, socialAccountId));
  if (account === undefined || account.credentials === null || account.status === 'TOKEN_EXPIRED')
    return 'revoked';
  if (account.credentialsVersion !== seenVersion) return 'refreshed';
  const platform = deps.platforms.get(account.platform);
  if (platform === undefined) return 'unavailable';
  const answer = await platform.refresh(openSession(deps, account, account.credentials));
  if (answer.kind === 'refreshed') {
    const place = { table: 'social_accounts', column: 'credentials', rowId: account.id };
    await deps.db
      .update(socialAccounts)
      .set({
        credentials: deps.vault.seal(JSON.stringify(answer.credentials), place),
        credentialsVersion: seenVersion + 1,
        updatedAt: deps.clock.now(),
      })
      .where(isVersion(account.id, seenVersion));
    deps.metrics.tokenRefresh(account.platform, 'refreshed');
    return 'refreshed';
  }
  if (answer.kind !== 'auth-revoked') {
    deps.log.warn(
      { socialAccountId, reason: answer.kind, detail: answer.message },
      'token refresh did not succeed',
    );
    deps.metrics.tokenRefresh(account.platform, 'unavailable');
    return 'unavailable';
  }
  await expireAccount(deps, account.id, seenVersion);
  deps.metrics.tokenRefresh(account.platform, 'revoked');
  return 'revoked';
}

function isVersion(socialAccountId: string, version: number) {
  return and(
    eq(socialAccounts.id, socialAccountId),
    eq(socialAccounts.credentialsVersion, version),
    isNull(socialAccounts.deletedAt),
  );
}
