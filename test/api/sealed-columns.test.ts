import { randomBytes } from 'node:crypto';
import { getTableName, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '../../src/config/secrets.js';
import {
  connectCandidates,
  connectSessions,
  idempotencyKeys,
  keyChecks,
  socialAccounts,
  webhookEndpoints,
} from '../../src/db/schema/index.js';
import { findUnusableKeys } from '../../src/services/health/key-check.js';
import { sealedPlaces } from '../../src/services/shared/secrets/sealed-columns.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api);
const current = { id: 'current', key: randomBytes(32) };
const retired = { id: 'retired', key: randomBytes(32) };
const withKeys = (...keys: (typeof current)[]) => findUnusableKeys({ ...api.deps, vault: createVault(keys) });

// What is sealed is sealed for a place in this list: the compiler takes no other (`VaultPlace`).
describe('an encryption key in use', () => {
  beforeAll(mintRows);

  it.each(sealedPlaces)(
    'is required while $table.$column has values that are encrypted with it',
    async ({ table, column, at }) => {
      const { db } = api.deps;
      expect([getTableName(at.table), at.name]).toEqual([table, column]);
      // Nothing is sealed with the tenant's own key, and no key is known.
      await db.update(socialAccounts).set({ credentials: null });
      await db.delete(keyChecks);
      expect(await withKeys(retired, current)).toEqual([]);
      expect(await withKeys(current, retired)).toEqual([]);
      const place = { table, column, rowId: 'row' };
      const [old, fresh] = [retired, current].map((key) => createVault([key]).seal('a secret', place));
      const [before] = await db.execute<{ sealed: string | null }>(
        sql`select ${at} as sealed from ${at.table} limit 1`,
      );
      expect(before).toBeDefined();
      await db.execute(sql`update ${at.table} set ${sql.identifier(column)} = ${old}`);
      expect(await withKeys(current)).toEqual(['retired']);
      await db.execute(sql`update ${at.table} set ${sql.identifier(column)} = ${fresh}`);
      expect(await withKeys(current)).toEqual([]);
    },
  );
});

/** One row at least of each table. */
async function mintRows(): Promise<void> {
  const { db, clock } = api.deps;
  const { workspaceId } = tenant;
  const now = clock.now();
  await db.insert(webhookEndpoints).values({
    id: 'endpoint',
    workspaceId,
    url: 'https://9.9.9.9/',
    status: 'ENABLED',
    createdAt: now,
    updatedAt: now,
  });
  await db.insert(idempotencyKeys).values({
    credentialId: 'key',
    operation: 'createPost',
    key: 'once',
    requestId: 'req',
    fingerprint: '',
    lockedUntil: now,
    createdAt: now,
  });
  await db.insert(connectSessions).values({
    id: 'session',
    workspaceId,
    platform: 'X',
    sandbox: false,
    status: 'PENDING',
    credentialTries: 0,
    createdAt: now,
    expiresAt: now,
  });
  await db.insert(connectCandidates).values({
    id: 'candidate',
    sessionId: 'session',
    position: 0,
    externalAccountId: 'external',
    handle: 'handle',
    missingScopes: [],
  });
}
