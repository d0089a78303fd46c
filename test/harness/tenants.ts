import { sql } from 'drizzle-orm';
import { apiKeys, memberships, socialAccounts, users, workspaces } from '../../src/db/schema/index.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { Role } from '../../src/domain/roles.js';
import type { Scope } from '../../src/domain/scopes.js';
import { storeApiKey } from '../../src/services/api-keys/store-key.js';
import { openSession } from '../../src/services/sessions/open-session.js';
import { connectAccount } from './connect-account.js';
import { sessionCookieName } from '../../src/api/http/session-cookie.js';
import { accountRow } from './account-rows.js';
import type { TestApi, TestSession } from './api.js';

export interface Tenant {
  userId: string;
  workspaceId: string;
  /** A key with full access, as the workspace's owner unless a role is given. */
  key: string;
  accountIds: [string, string, string];
}

const accountPlatforms = ['BLUESKY', 'X', 'THREADS'] as const satisfies PlatformName[];

/** Creates a workspace for a test, with a member, the member's key and one account per platform. */
export async function mintTenant(api: TestApi, role: Role = 'OWNER'): Promise<Tenant> {
  const { deps } = api;
  const member = await mintTenantWithoutAccounts(api, role);
  const { workspaceId } = member;
  const [credentials, lastCheckedAt] = [{ accessToken: secretCanary }, deps.clock.now()];
  const rows = accountPlatforms.map((platform, index) => ({
    ...accountRow(deps, { workspaceId, platform, sandbox: true, credentials }),
    lastCheckedAt,
    // Lists sort by this time, and by random ids within one millisecond.
    createdAt: new Date(lastCheckedAt.getTime() - accountPlatforms.length + index),
  }));
  await deps.db.insert(socialAccounts).values(rows);
  const [first = '', second = '', third = ''] = rows.map(({ id }) => id);
  return { ...member, accountIds: [first, second, third] };
}

/** Creates a tenant whose workspace has no accounts. */
export async function mintTenantWithoutAccounts(
  api: TestApi,
  role: Role = 'OWNER',
): Promise<Omit<Tenant, 'accountIds'>> {
  const { deps } = api;
  const now = deps.clock.now();
  const userId = deps.newId('user');
  await deps.db.insert(users).values({
    id: userId,
    email: `${userId}@example.test`,
    name: 'A tester',
    createdAt: now,
    updatedAt: now,
  });
  const workspaceId = await mintWorkspaceOf(api, userId, role);
  return { userId, workspaceId, key: await mintKey(api, userId) };
}

/** Creates another workspace of the same user. */
export async function mintWorkspaceOf(api: TestApi, userId: string, role: Role = 'OWNER'): Promise<string> {
  const { deps } = api;
  const now = deps.clock.now();
  const id = deps.newId('workspace');
  await deps.db
    .insert(workspaces)
    .values({ id, name: 'A workspace', slug: id, plan: 'SELF_HOSTED', createdAt: now, updatedAt: now });
  await deps.db
    .insert(memberships)
    .values({ id: deps.newId('membership'), workspaceId: id, userId, role, createdAt: now });
  return id;
}

export async function mintKey(api: TestApi, userId: string, workspaceIds?: string[]): Promise<string> {
  const reach = workspaceIds === undefined ? 'full' : { workspaceIds };
  return (await storeApiKey(api.deps, { userId, name: 'A key', reach })).plaintext;
}

/** Creates a key that is limited to these scopes. */
export async function mintLimitedKey(
  api: TestApi,
  userId: string,
  scopes: readonly Scope[],
): Promise<string> {
  const key = await storeApiKey(api.deps, { userId, name: 'A limited key', reach: 'full', scopes });
  return key.plaintext;
}

/** Creates a session of the user, as in a browser. Pass it to `call` as `session`, or its `headers` to fetch. */
export async function mintSession(api: Pick<TestApi, 'deps' | 'url'>, userId: string): Promise<TestSession> {
  const { token, current } = await api.deps.db.transaction((tx) =>
    openSession(tx, api.deps, { userId, openedBy: 'password' }),
  );
  return sessionOf(api, current.session.id, token);
}

/** Returns the headers that our own pages send. */
export function sessionOf(api: Pick<TestApi, 'url'>, id: string, token: string): TestSession {
  return { id, token, headers: { cookie: `${sessionCookieName}=${token}`, origin: api.url } };
}

export async function revokeKeysOf(api: TestApi, userId: string): Promise<void> {
  await api.deps.db
    .update(apiKeys)
    .set({ revokedAt: api.deps.clock.now() })
    .where(sql`${apiKeys.userId} = ${userId}`);
}

export async function mintAccount(
  api: TestApi,
  workspaceId: string,
  platform: PlatformName,
): Promise<string> {
  const { account } = await connectAccount(api.deps, {
    workspaceId,
    platform,
    externalAccountId: api.deps.newId('socialAccount'),
    handle: 'tester',
    displayName: null,
    serviceUrl: null,
    sandbox: true,
    credentials: { accessToken: secretCanary },
    allowReplace: false,
  });
  return account.id;
}

/** The secret of every connected account, which must not appear in any response or log line. */
export const secretCanary = 'canary-71d2-not-to-be-seen';

const countedTables = [
  'posts',
  'publications',
  'post_media',
  'client_references',
  'social_accounts',
  'connect_sessions',
  'connect_candidates',
  'workflow_cancellations',
  'memberships',
  'invitations',
  'api_keys',
  'client_links',
  'webhook_endpoints',
  'webhook_deliveries',
  'media_assets',
  'workspaces',
];
/** The statement is written once, because building one of so many parts takes longer than counting. */
const counting = sql.raw(
  countedTables
    .map((name) => `select '${name}' as name, count(*)::int as count from ${name}`)
    .join(' union all '),
);

/** Counts the rows of every table, to show that a refused request wrote nothing. */
export async function countRows(api: TestApi): Promise<Record<string, number>> {
  const rows = await api.deps.db.execute<{ name: string; count: number }>(counting);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
