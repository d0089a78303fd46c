import type { Queryable } from '../../db/client.js';
import { apiKeys, apiKeyWorkspaces } from '../../db/schema/index.js';
import type { Scope } from '../../domain/scopes.js';
import type { ServiceDeps } from '../shared/context.js';
import { hashApiKey, hintOfApiKey, isApiKeyFormat, mintApiKey } from './key-format.js';

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
  const { reach, scopes = null, days = null } = input;
  const now = clock.now();
  await db.transaction(async (tx) => {
    await tx.insert(apiKeys).values({
      id,
      userId: input.userId,
      workspaceId: input.workspaceId ?? null,
      name: input.name,
      mode: reach === 'full' ? 'full' : 'scoped',
      scopes: scopes === null ? null : [...scopes],
      expiresAt: days === null ? null : new Date(now.getTime() + days * dayMs),
      hash: hashApiKey(plaintext),
      hint: hintOfApiKey(plaintext),
      createdAt: now,
    });
    if (reach === 'full' || reach.workspaceIds.length === 0) return;
    await tx
      .insert(apiKeyWorkspaces)
      .values(reach.workspaceIds.map((workspaceId) => ({ apiKeyId: id, workspaceId })));
  });
  return { id, plaintext };
}
