import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { socialAccounts } from '../../db/schema/index.js';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { ServiceDeps } from '../shared/context.js';
import { checkConnectionQuota } from '../quotas/connection-quota.js';
import { lockWorkspace } from '../shared/workspace-lock.js';
import { retryFailedForAuth } from './retry-failed.js';
import type { SocialAccountView } from '../account-records/types.js';
import { toSocialAccountView, type SocialAccountRow } from '../account-records/view.js';

export interface ConnectAccountInput {
  workspaceId: string;
  platform: PlatformName;
  externalAccountId: string;
  handle: string;
  displayName: string | null;
  /** The account's own server, on platforms that have many; null elsewhere. */
  serviceUrl: string | null;
  sandbox: boolean;
  credentials: JsonObject;
  /** Whether new credentials replace those of an account that is connected and works. */
  allowReplace: boolean;
}

export interface ConnectedAccount {
  account: SocialAccountView;
  outcome: 'connected' | 'reconnected' | 'replaced' | 'already-connected';
  /** Posts that had failed for the account's dead grant, and are published again now. */
  postsRetried: number;
}

export type ConnectDeps = Pick<ServiceDeps, 'db' | 'clock' | 'newId' | 'vault'>;

/**
 * Connects an account to a workspace, or connects it again: a disconnected or expired one keeps its id, so that
 * the posts that name it can be published. The caller has authorised it.
 */
export async function connectAccount(
  deps: ServiceDeps,
  input: ConnectAccountInput,
): Promise<ConnectedAccount> {
  await checkConnectionQuota(deps, input);
  const connected = await storeConnection(deps, input);
  if (connected.outcome !== 'reconnected') return { ...connected, postsRetried: 0 };
  return { ...connected, postsRetried: await retryFailed(deps, connected.account.id) };
}

/** The account is connected, and the debt stored with it: a failure here only leaves it to the reconciler. */
async function retryFailed(deps: ServiceDeps, accountId: string): Promise<number> {
  try {
    return await retryFailedForAuth(deps, accountId);
  } catch (error) {
    deps.log.warn({ err: error, accountId }, 'posts of the reconnected account are retried later');
    return 0;
  }
}

/** The connection alone, with what it owes: the reconciler pays that. For who has no Temporal at hand. */
export function storeConnection(
  deps: ConnectDeps,
  input: ConnectAccountInput,
): Promise<Omit<ConnectedAccount, 'postsRetried'>> {
  return deps.db.transaction(async (tx) => {
    // Its grant would stay with a workspace that is being deleted.
    await lockWorkspace(tx, input.workspaceId);
    const known = await lockKnownAccount(tx, input);
    if (known === undefined) return { account: await insertAccount(tx, deps, input), outcome: 'connected' };
    const works = known.deletedAt === null && known.status === 'ACTIVE';
    if (works && !input.allowReplace)
      return { account: toSocialAccountView(known), outcome: 'already-connected' };
    const account = await renewAccount(tx, deps, known, input);
    return { account, outcome: works ? 'replaced' : 'reconnected' };
  });
}

/** The live account of this identity, or the one that was disconnected last. */
async function lockKnownAccount(tx: Tx, input: ConnectAccountInput): Promise<SocialAccountRow | undefined> {
  const [row] = await tx
    .select()
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, input.workspaceId),
        eq(socialAccounts.platform, input.platform),
        eq(socialAccounts.externalAccountId, input.externalAccountId),
      ),
    )
    .orderBy(sql`${socialAccounts.deletedAt} desc nulls first`)
    .limit(1)
    .for('update');
  return row;
}

async function insertAccount(
  tx: Tx,
  deps: ConnectDeps,
  input: ConnectAccountInput,
): Promise<SocialAccountView> {
  const now = deps.clock.now();
  const id = deps.newId('socialAccount');
  const row: SocialAccountRow = {
    id,
    workspaceId: input.workspaceId,
    platform: input.platform,
    externalAccountId: input.externalAccountId,
    handle: input.handle,
    displayName: input.displayName,
    status: 'ACTIVE',
    sandbox: input.sandbox,
    serviceUrl: input.serviceUrl,
    credentials: seal(deps, id, input.credentials),
    credentialsVersion: 1,
    avatarUrl: null,
    grantId: null,
    scopes: null,
    missingScopes: [],
    tokenExpiresAt: null,
    refreshDueAt: null,
    reconnectBy: null,
    lastCheckedAt: null,
    lastError: null,
    pacedUntil: null,
    paceStepMs: null,
    retryOwedSince: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  await tx.insert(socialAccounts).values(row);
  return toSocialAccountView(row);
}

async function renewAccount(
  tx: Tx,
  deps: ConnectDeps,
  known: SocialAccountRow,
  input: ConnectAccountInput,
): Promise<SocialAccountView> {
  const now = deps.clock.now();
  const renewed: SocialAccountRow = {
    ...known,
    handle: input.handle,
    displayName: input.displayName,
    serviceUrl: input.serviceUrl,
    sandbox: input.sandbox,
    status: 'ACTIVE',
    credentials: seal(deps, known.id, input.credentials),
    credentialsVersion: known.credentialsVersion + 1,
    retryOwedSince: known.status === 'TOKEN_EXPIRED' ? now : known.retryOwedSince,
    deletedAt: null,
    updatedAt: now,
  };
  await tx.update(socialAccounts).set(renewed).where(eq(socialAccounts.id, known.id));
  return toSocialAccountView(renewed);
}

function seal({ vault }: ConnectDeps, rowId: string, credentials: JsonObject): string {
  return vault.seal(JSON.stringify(credentials), { table: 'social_accounts', column: 'credentials', rowId });
}
