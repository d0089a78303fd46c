import { randomBytes } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '../../src/config/secrets.js';
import { keyChecks, socialAccounts } from '../../src/db/schema/index.js';
import { findUnusableKeys } from '../../src/services/encryption-keys/check.js';
import { sealedPlaces } from '../../src/services/shared/secrets/sealed-columns.js';
import { mintSealedRows, nameOf, sealColumn } from '../harness/sealed-rows.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api);
const current = { id: 'current', key: randomBytes(32) };
const retired = { id: 'retired', key: randomBytes(32) };
const withKeys = (...keys: (typeof current)[]) => findUnusableKeys({ ...api.deps, vault: createVault(keys) });

// The type `VaultPlace` lets the vault encrypt only for the columns of this list.
describe('an encryption key in use', () => {
  beforeAll(async () => {
    // The accounts of the tenant have no credentials, so only the rows that are made here are encrypted.
    await api.deps.db.update(socialAccounts).set({ credentials: null });
    await mintSealedRows(api.deps, tenant.workspaceId, current);
  });

  it.each(sealedPlaces.map((column) => ({ name: nameOf(column), column })))(
    'is required while $name has values that are encrypted with it',
    async ({ name, column }) => {
      const { db } = api.deps;
      expect(`${getTableName(column.at.table)}.${column.at.name}`).toBe(name);
      await db.delete(keyChecks);
      expect(await withKeys(current)).toEqual([]);
      await db.delete(keyChecks);
      expect(await withKeys(retired, current)).toEqual([]);
      expect(await withKeys(current, retired)).toEqual([]);
      await sealColumn(api.deps, column, retired);
      expect(await withKeys(current)).toEqual(['retired']);
      await db.delete(keyChecks);
      expect(await withKeys(current)).toEqual(['retired']);
      await sealColumn(api.deps, column, current);
      expect(await withKeys(current)).toEqual([]);
    },
  );
});
