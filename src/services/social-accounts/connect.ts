import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { socialAccounts } from '../../db/schema/index.js';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { GrantLife } from '../../platforms/kit/connect.js';
import type { ServiceDeps } from '../shared/context.js';
import { wakeFeeds } from '../comment-feeds/enrol.js';
import { wakeFeeds as wakeMetrics } from '../metrics/enrol.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import { retryFailedForAuth } from './retry-failed.js';
import { lifeColumns } from '../account-grants/grant-life.js';
import type { SocialAccountView } from '../account-grants/types.js';
import { toSocialAccountView, type SocialAccountRow } from '../account-grants/view.js';

export interface ConnectAccountInput {
  workspaceId: string;
  platform: PlatformName;
  externalAccountId: string;
  handle: string;
  displayName: string | null;
  /** The account's own server, on decentralized platforms. Null on others. */
  serviceUrl: string | null;
  sandbox: boolean;
  credentials: JsonObject;
  avatarUrl?: string | null;
  /** Our own id of the grant that the credentials belong to. One grant may cover several accounts. */
  grantId?: string | null;
  /** The permissions that were granted. Absent or null if the platform does not report them. */
  scopes?: readonly string[] | null;
  missingScopes?: readonly string[];
  life?: GrantLife;
  /** Whether new credentials replace those of an account that is connected and works. */
  allowReplace: boolean;
}

export interface StoredConnection {
  account: SocialAccountView;
  outcome: 'connected' | 'reconnected' | 'replaced' | 'already-connected';
}

type SealingDeps = Pick<ServiceDeps, 'clock' | 'newId' | 'vault' | 'platforms'>;
export type StoreDeps = SealingDeps & Pick<ServiceDeps, 'db'>;

/**
 * Publishes the failed posts of a reconnected account again, and returns their number. The row of the account records
 * that this is to be done, so if this fails, the reconciler does it.
 */
export async function retryAfterReconnection(
  deps: ServiceDeps,
  { account, outcome }: StoredConnection,
): Promise<number> {
  if (outcome !== 'reconnected') return 0;
  const accountId = account.id;
  try {
    return await retryFailedForAuth(deps, accountId);
  } catch (error) {
    deps.log.warn({ err: error, accountId }, 'posts of the reconnected account are retried later');
    return 0;
  }
}

/** Stores the connection only, for callers without Temporal. The reconciler retries the posts. */
export function storeConnection(deps: StoreDeps, input: ConnectAccountInput): Promise<StoredConnection> {
  return deps.db.transaction(async (tx) => {
    // Without the lock, the grant could remain in a workspace that is being deleted.
    await lockWorkspace(tx, input.workspaceId);
    return storeConnectionIn(tx, deps, input);
  });
}

/**
 * Connects or reconnects an account, within the caller's transaction, which must have locked the workspace. A
 * disconnected or expired account keeps its id, so that the posts that name it can be published. The caller must have
 * authorized the connection.
 */
export async function storeConnectionIn(
  tx: Tx,
  deps: SealingDeps,
  input: ConnectAccountInput,
): Promise<StoredConnection> {
  const known = await lockKnownAccount(tx, input);
  if (known === undefined) return { account: await insertAccount(tx, deps, input), outcome: 'connected' };
  const works = known.deletedAt === null && known.status === 'ACTIVE';
  if (works && !input.allowReplace) {
    return { account: toSocialAccountView(deps, known), outcome: 'already-connected' };
  }
  const account = await renewAccount(tx, deps, known, input);
  return { account, outcome: works ? 'replaced' : 'reconnected' };
}

/** Locks and returns the live account of this identity, or the one that was disconnected last. */
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
  deps: SealingDeps,
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
    ...grantColumns(input, now),
    pacedUntil: null,
    paceStepMs: null,
    retryOwedSince: null,
    readsComments: null,
    readsMetrics: null,
    metricsRefreshedAt: null,
    commentsSince: null,
    pushVersion: null,
    commentsRefreshedAt: null,
    commentsPausedUntil: null,
    commentsCallsAt: null,
    paidReadsMonth: null,
    paidReads: 0,
    purgeRequestedAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  await tx.insert(socialAccounts).values(row);
  return toSocialAccountView(deps, row);
}

async function renewAccount(
  tx: Tx,
  deps: SealingDeps,
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
    ...grantColumns(input, now),
    retryOwedSince: known.status === 'TOKEN_EXPIRED' ? now : known.retryOwedSince,
    commentsSince: known.deletedAt === null ? known.commentsSince : now,
    commentsPausedUntil: null,
    deletedAt: null,
    updatedAt: now,
  };
  await tx.update(socialAccounts).set(renewed).where(eq(socialAccounts.id, known.id));
  await wakeFeeds(tx, known.id, now);
  await wakeMetrics(tx, known.id, now);
  return toSocialAccountView(deps, renewed);
}

/** The columns of a new grant. They reset everything that was known about the earlier one. */
function grantColumns(
  { avatarUrl = null, grantId = null, scopes = null, missingScopes = [], life }: ConnectAccountInput,
  now: Date,
) {
  return {
    avatarUrl,
    grantId,
    scopes: scopes === null ? null : [...scopes],
    missingScopes: [...missingScopes],
    ...lifeColumns(life, now),
    lastCheckedAt: now,
    lastError: null,
  };
}

function seal({ vault }: SealingDeps, rowId: string, credentials: JsonObject): string {
  return vault.seal(JSON.stringify(credentials), { table: 'social_accounts', column: 'credentials', rowId });
}
