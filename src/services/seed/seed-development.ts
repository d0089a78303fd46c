import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { apiKeys, memberships, socialAccounts, users, workspaces } from '../../db/schema/index.js';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';
import { storeApiKey } from '../api-keys/store-key.js';
import { isApiKeyFormat } from '../api-keys/key-format.js';
import { hashToken } from '../shared/secrets/token.js';
import { storeConnection, type StoreDeps } from '../social-accounts/connect.js';

export const ownerEmail = 'owner@punctual.invalid';
const workspaceSlug = 'sandbox-workspace';

/** The grant number grows by one per step. */
const grantStepMs = 60_000;

/** An account on a simulated platform. */
export interface SeedAccount {
  platform: PlatformName;
  externalAccountId: string;
  handle: string;
  displayName: string;
  /** The credentials of a grant. They are valid even if grants with lower numbers were revoked. */
  credentialsOf: (grantNumber: number) => JsonObject;
}

export interface SeedInput {
  /** The initial accounts. */
  accounts: readonly SeedAccount[];
  /** The key to install, so that a stack keeps its key across restarts. A malformed key is ignored. */
  apiKey?: string;
}

export interface SeedResult {
  apiKey: string;
  workspaceId: string;
  socialAccounts: { id: string; platform: PlatformName }[];
}

/**
 * Fills a development stack with a user who owns a workspace, with a key, and with one sandbox account per platform.
 * Repeating it adds nothing, except a new key if no usable one is given, because the old one cannot be read back. A
 * disconnected account stays disconnected.
 */
export async function seedDevelopment(deps: StoreDeps, input: SeedInput): Promise<SeedResult> {
  const { userId, workspaceId } = await deps.db.transaction(async (tx) => {
    const user = await ensureUser(tx, deps);
    const workspace = await ensureWorkspace(tx, deps);
    await ensureOwner(tx, deps, user, workspace);
    return { userId: user, workspaceId: workspace };
  });
  const grantNumber = Math.floor(deps.clock.now().getTime() / grantStepMs);
  const connected: SeedResult['socialAccounts'] = [];
  const disconnected = await readDisconnected(deps, workspaceId);
  for (const { credentialsOf, ...known } of input.accounts) {
    if (disconnected.has(keyOf(known))) continue;
    const { account } = await storeConnection(deps, {
      ...known,
      workspaceId,
      credentials: credentialsOf(grantNumber),
      serviceUrl: null,
      sandbox: true,
      allowReplace: false,
    });
    connected.push({ id: account.id, platform: account.platform });
  }
  return {
    apiKey: await ensureKey(deps, { userId, workspaceId }, input.apiKey),
    workspaceId,
    socialAccounts: connected,
  };
}

const keyOf = ({
  platform,
  externalAccountId,
}: Pick<SeedAccount, 'platform' | 'externalAccountId'>): string => `${platform} ${externalAccountId}`;

async function readDisconnected({ db }: StoreDeps, workspaceId: string): Promise<Set<string>> {
  const { platform, externalAccountId, deletedAt } = socialAccounts;
  const rows = await db
    .select({ platform, externalAccountId })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.workspaceId, workspaceId), isNotNull(deletedAt)));
  return new Set(rows.map(keyOf));
}

async function ensureUser(tx: Tx, { clock, newId }: StoreDeps): Promise<string> {
  const now = clock.now();
  await tx
    .insert(users)
    .values({
      id: newId('user'),
      email: ownerEmail,
      name: 'Sandbox owner',
      installationRole: 'OPERATOR',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing();
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, ownerEmail));
  return idOf(user);
}

async function ensureWorkspace(tx: Tx, { clock, newId }: StoreDeps): Promise<string> {
  const now = clock.now();
  await tx
    .insert(workspaces)
    .values({
      id: newId('workspace'),
      name: 'Sandbox workspace',
      slug: workspaceSlug,
      plan: 'SELF_HOSTED',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing();
  const [workspace] = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.slug, workspaceSlug));
  return idOf(workspace);
}

async function ensureOwner(
  tx: Tx,
  { clock, newId }: StoreDeps,
  userId: string,
  workspaceId: string,
): Promise<void> {
  await tx
    .insert(memberships)
    .values({ id: newId('membership'), workspaceId, userId, role: 'OWNER', createdAt: clock.now() })
    .onConflictDoNothing();
}

interface KeyPlace {
  userId: string;
  workspaceId: string;
}

async function ensureKey(deps: StoreDeps, place: KeyPlace, given: string | undefined): Promise<string> {
  const { userId } = place;
  const usable = given !== undefined && isApiKeyFormat(given) ? given : undefined;
  if (usable !== undefined) {
    const [known] = await deps.db
      .select({ userId: apiKeys.userId, revokedAt: apiKeys.revokedAt })
      .from(apiKeys)
      .where(eq(apiKeys.hash, hashToken(usable)));
    if (known?.userId === userId && known.revokedAt === null) return usable;
    // A key that was revoked, or belongs to another user, stays unchanged.
    if (known !== undefined) return mintSeedKey(deps, place);
  }
  return mintSeedKey(deps, place, usable);
}

async function mintSeedKey(deps: StoreDeps, place: KeyPlace, plaintext?: string): Promise<string> {
  const key = await storeApiKey(deps, {
    ...place,
    name: 'Sandbox key',
    reach: 'full',
    ...(plaintext === undefined ? {} : { plaintext }),
  });
  return key.plaintext;
}

function idOf(row: { id: string } | undefined): string {
  if (row === undefined) throw new Error('A row that was just written is not there.');
  return row.id;
}
