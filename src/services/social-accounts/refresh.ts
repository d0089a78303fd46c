import { and, eq, isNull, sql } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { failedRefresh } from '../../domain/failure-answers.js';
import type { JsonObject } from '../../domain/json.js';
import type { RefreshResult } from '../../domain/workflow-contract.js';
import type { PlatformFailure } from '../../platforms/kit/failure.js';
import type { Platform, RefreshAnswer } from '../../platforms/kit/platform.js';
import { expireAccount } from '../account-grants/expire.js';
import { dueAfterRefresh, lifeColumns, retryRefreshAt } from '../account-grants/grant-life.js';
import { scopeColumns } from '../account-grants/missing-scopes.js';
import { openSession } from '../account-grants/platform-session.js';
import { redactMessage } from '../account-grants/redact-message.js';
import { revokeGrants } from '../account-grants/revoke-grants.js';
import type { SocialAccountRow } from '../account-grants/view.js';
import type { ServiceDeps, VaultPlace } from '../shared/context.js';
import { persist } from '../shared/rows/persist.js';

/**
 * The tries to store new credentials, about ten minutes in all. The old ones may no longer work, so losing the new ones
 * would lose the account.
 */
const storeTriesMax = 80;

export interface RefreshInput {
  socialAccountId: string;
  /** The version of the credentials that was stale or due. If it has already been replaced, nothing is done. */
  seenVersion: number;
}

/** An account whose credentials are to be exchanged. */
type Refreshable = SocialAccountRow & { credentials: string };

/**
 * Exchanges an account's credentials for fresh ones. Only the account's single writer, the RefreshAccount workflow,
 * may call this: refresh tokens rotate, and two exchanges at the same time would lose the account.
 *
 * Only the platform's own "this grant is dead" sets the account to TOKEN_EXPIRED. Any other failure postpones the
 * next try.
 */
export async function refreshAccount(deps: ServiceDeps, input: RefreshInput): Promise<RefreshResult> {
  const [account] = await deps.db
    .select()
    .from(socialAccounts)
    .where(eq(socialAccounts.id, input.socialAccountId));
  if (account === undefined || !isRefreshable(account)) return 'revoked';
  if (account.credentialsVersion !== input.seenVersion) return 'refreshed';
  const platform = deps.platforms.get(account.platform);
  if (platform === undefined) return 'unavailable';
  const failures = await begin(deps, account);
  if (failures === undefined) return outcomeNow(deps, input);
  // If the credentials cannot be decrypted, the account has been postponed already and does not block others.
  const session = openSession(deps, account, account.credentials);
  const answer = withoutSecrets(await platform.refresh(session), session.credentials);
  const result = await settle(deps, { platform, account: { ...account, refreshFailures: failures }, answer });
  deps.metrics.tokenRefresh(account.platform, result);
  return result;
}

const isRefreshable = (account: SocialAccountRow): account is Refreshable =>
  account.credentials !== null && account.status === 'ACTIVE' && account.deletedAt === null;

const withoutSecrets = (answer: RefreshAnswer, credentials: JsonObject): RefreshAnswer =>
  answer.kind === 'refreshed' ? answer : { ...answer, message: redactMessage(answer.message, credentials) };

/**
 * Stores a refresh as failed before it begins, and only its response changes that. If the response is lost with the
 * process, the sweep tries again within minutes, while some platforms still accept the old token. Returns the number
 * of failures in a row; undefined if the credentials have been replaced.
 */
async function begin({ db, clock }: ServiceDeps, account: Refreshable): Promise<number | undefined> {
  const failures = account.refreshFailures + 1;
  const due = { failures, refreshBy: account.refreshBy, retryAfterMs: null };
  const begun = await db
    .update(socialAccounts)
    .set({
      refreshFailures: failures,
      refreshDueAt: retryRefreshAt(due, clock.now(), Math.random()),
    })
    .where(isSame(account))
    .returning({ id: socialAccounts.id });
  return begun.length > 0 ? failures : undefined;
}

interface Answered {
  platform: Platform;
  account: Refreshable;
  answer: RefreshAnswer;
}

async function settle(deps: ServiceDeps, { platform, account, answer }: Answered): Promise<RefreshResult> {
  const seen = { socialAccountId: account.id, seenVersion: account.credentialsVersion };
  if (answer.kind === 'refreshed') {
    const isStored = await persist(deps, () => storeFresh(deps, platform, account, answer), storeTriesMax);
    if (isStored) return 'refreshed';
    await persist(deps, () => giveBack(deps, account, answer.credentials));
    return outcomeNow(deps, seen);
  }
  if (failedRefresh(answer) === 'revoked') {
    const isExpired = await persist(deps, () =>
      expireAccount(deps, account.id, account.credentialsVersion, answer.message),
    );
    // If the credentials were replaced meanwhile, only the old ones are dead.
    return isExpired ? 'revoked' : outcomeNow(deps, seen);
  }
  const { kind: reason, message: detail } = answer;
  deps.log.warn({ socialAccountId: account.id, reason, detail }, 'token refresh did not succeed');
  await persist(deps, () => storeFailure(deps, account, answer));
  return 'unavailable';
}

/** Stores the new credentials. Returns false if the account was disconnected or reconnected meanwhile. */
async function storeFresh(
  { db, clock, vault }: ServiceDeps,
  platform: Platform,
  account: Refreshable,
  { credentials, life, scopes }: Extract<RefreshAnswer, { kind: 'refreshed' }>,
): Promise<boolean> {
  const now = clock.now();
  // If the response says nothing about the grant's life, only the fixed end of the grant still holds.
  const columns = lifeColumns(life ?? { ...nothingKnown, reconnectBy: account.reconnectBy }, now);
  const stored = await db
    .update(socialAccounts)
    .set({
      // If a concurrent refresh has set TOKEN_EXPIRED, it used the old tokens, so the account is active again.
      status: 'ACTIVE',
      retryOwedSince: sql`case when ${socialAccounts.status} = 'TOKEN_EXPIRED' then ${now.toISOString()}::timestamptz
        else ${socialAccounts.retryOwedSince} end`,
      credentials: vault.seal(JSON.stringify(credentials), placeOf(account)),
      credentialsVersion: account.credentialsVersion + 1,
      ...columns,
      refreshDueAt: dueAfterRefresh(columns, now),
      ...(scopes !== undefined && scopeColumns(platform.connect?.redirect?.scopes ?? [], scopes)),
      lastCheckedAt: now,
      lastError: null,
      updatedAt: now,
    })
    .where(isSame(account))
    .returning({ id: socialAccounts.id });
  return stored.length > 0;
}

const placeOf = ({ id: rowId }: Refreshable): VaultPlace => ({
  table: 'social_accounts',
  column: 'credentials',
  rowId,
});

/**
 * Handles new tokens that were not stored, because the account had changed. Those of a disconnected account are
 * revoked, because the disconnection could revoke only the old ones. Those of a reconnected account are not, because it
 * may depend on the same grant.
 */
async function giveBack(deps: ServiceDeps, account: Refreshable, credentials: JsonObject): Promise<void> {
  const [now] = await deps.db
    .select({ deletedAt: socialAccounts.deletedAt })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, account.id));
  if (now?.deletedAt === null) {
    deps.log.warn(
      { socialAccountId: account.id },
      'a refresh was not stored: the account was connected again',
    );
    return;
  }
  const fresh = deps.vault.seal(JSON.stringify(credentials), placeOf(account));
  await revokeGrants(deps, [{ ...account, credentials: fresh }]);
}

const nothingKnown = { tokenExpiresAt: null, refreshBy: null, refreshNotBefore: null };

/**
 * Stores a failed refresh. The account keeps its status, because a platform that cannot be reached, or that refuses our
 * app, has not reported the grant as dead.
 */
async function storeFailure(
  { db, clock }: ServiceDeps,
  account: Refreshable,
  answer: PlatformFailure,
): Promise<void> {
  const now = clock.now();
  const { refreshFailures: failures, refreshBy } = account;
  const retryAfterMs = answer.kind === 'rate-limited' ? answer.retryAfterMs : null;
  await db
    .update(socialAccounts)
    .set({
      refreshDueAt: retryRefreshAt({ failures, refreshBy, retryAfterMs }, now, Math.random()),
      lastError: answer.message,
      ...(answer.kind === 'rejected' && { lastCheckedAt: now }),
      updatedAt: now,
    })
    .where(isSame(account));
}

/** The result if the account's credentials were changed by another process. */
async function outcomeNow(
  { db }: ServiceDeps,
  { socialAccountId, seenVersion }: RefreshInput,
): Promise<RefreshResult> {
  const [account] = await db.select().from(socialAccounts).where(eq(socialAccounts.id, socialAccountId));
  if (account === undefined || !isRefreshable(account)) return 'revoked';
  return account.credentialsVersion === seenVersion ? 'unavailable' : 'refreshed';
}

function isSame({ id, credentialsVersion }: SocialAccountRow) {
  return and(
    eq(socialAccounts.id, id),
    eq(socialAccounts.credentialsVersion, credentialsVersion),
    isNull(socialAccounts.deletedAt),
  );
}
