import type { Queryable, Tx } from '../../db/client.js';
import { apiKeys, apiKeyWorkspaces } from '../../db/schema/index.js';
import type { Scope } from '../../domain/scopes.js';
import type { ServiceDeps } from '../shared/context.js';
import { hashToken } from '../shared/secrets/token.js';
import { hintOfApiKey, isApiKeyFormat, mintApiKey } from './key-format.js';

export interface NewApiKey {
  userId: string;
  name: string;
  /** The workspace in which the key is managed. */
  workspaceId?: string;
  /** `full`: every workspace of the user. Otherwise the listed workspaces. */
  reach: 'full' | { workspaceIds: readonly string[] };
  /** The only scopes that the key has. Absent or null: all that the user may do. */
  scopes?: readonly Scope[] | null;
  /** For how many days the key works. Absent or null: until it is revoked. */
  days?: number | null;
  /** A key supplied by the installation. If it is absent, a new key is minted. */
  plaintext?: string;
}

export interface StoredApiKey {
  id: string;
  /** The whole key, which is not available later. */
  plaintext: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Stores a key as its hash. The caller must have authorized the creation. */
export async function storeApiKey(
  { db, clock, newId }: Pick<ServiceDeps, 'clock' | 'newId'> & { db: Queryable },
  input: NewApiKey,
): Promise<StoredApiKey> {
  const plaintext = input.plaintext ?? mintApiKey();
  if (!isApiKeyFormat(plaintext)) throw new Error('The given API key is not well-formed.');
  const id = newId('apiKey');
  const { userId, workspaceId = null, name, reach, scopes = null, days = null } = input;
  const now = clock.now();
  const row = {
    id,
    userId,
    workspaceId,
    name,
    createdAt: now,
    scopes: scopes === null ? null : [...scopes],
    expiresAt: days === null ? null : new Date(now.getTime() + days * dayMs),
    hash: hashToken(plaintext),
    hint: hintOfApiKey(plaintext),
  };
  await db.transaction((tx) => insertKey(tx, row, reach));
  return { id, plaintext };
}

/** Inserts the row of a key, and those of the workspaces that it reaches. */
export async function insertKey(
  tx: Tx,
  row: Omit<typeof apiKeys.$inferInsert, 'mode'>,
  reach: NewApiKey['reach'],
): Promise<void> {
  await tx.insert(apiKeys).values({ ...row, mode: reach === 'full' ? 'full' : 'scoped' });
  if (reach === 'full' || reach.workspaceIds.length === 0) return;
  await tx
    .insert(apiKeyWorkspaces)
    .values(reach.workspaceIds.map((workspaceId) => ({ apiKeyId: row.id, workspaceId })));
}
