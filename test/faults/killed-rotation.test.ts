import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { createVault, type EncryptionKey } from '../../src/config/secrets.js';
import { socialAccounts } from '../../src/db/schema/index.js';
import { findUnusableKeys } from '../../src/services/encryption-keys/check.js';
import { accountRow } from '../harness/account-rows.js';
import { columnsWithKey, mintSealedRows } from '../harness/sealed-rows.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { builtProgram, buildProduct } from '../harness/programs.js';

const k1 = { id: 'k1', key: randomBytes(32) };
const k2 = { id: 'k2', key: randomBytes(32) };
const lockKey = 42;

const api = useTestApi();
const tenant = useTenant(api);
beforeAll(buildProduct, 180_000);

/** Starts `keys rotate` of the build. */
function startRotation() {
  const text = ({ id, key }: EncryptionKey): string => `${id}:${key.toString('base64')}`;
  const child = spawn(process.execPath, [builtProgram, 'keys', 'rotate'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'test',
      DATABASE_URL: api.databaseUrl,
      ENCRYPTION_KEYS: `${text(k2)},${text(k1)}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (some: string) => void lines.push(some));
  return { child, ended: once(child, 'close'), lines };
}

it('a rotation of keys whose process was killed is completed by the next one', async () => {
  const { db } = api.deps;
  await db.update(socialAccounts).set({ credentials: null });
  const deps = { ...api.deps, vault: createVault([k1]) };
  const account = { workspaceId: tenant.workspaceId, platform: 'X', sandbox: true, credentials: {} } as const;
  await db.insert(socialAccounts).values(Array.from({ length: 300 }, () => accountRow(deps, account)));
  await mintSealedRows(api.deps, tenant.workspaceId, k1);
  await findUnusableKeys({ ...api.deps, vault: createVault([k2, k1]) });
  // The rotation encrypts webhook secrets after the accounts. A trigger blocks their update until this test releases
  // it.
  await db.execute(sql`create function wait_for_test() returns trigger language plpgsql as
    ${sql.raw(`$$ begin perform pg_advisory_xact_lock(${lockKey}); return new; end $$`)}`);
  await db.execute(
    sql`create trigger held before update on webhook_endpoints for each row execute function wait_for_test()`,
  );
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`);
    const { child, ended } = startRotation();
    await expect
      .poll(() => db.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted`))
      .toHaveLength(1);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  });
  const left = await columnsWithKey(api.deps, 'k1');
  expect(left).not.toContain('social_accounts.credentials');
  expect(left).toContain('idempotency_keys.answer');
  const { ended, lines } = startRotation();
  expect(await ended).toEqual([0, null]);
  expect(lines.join('')).toMatch(/Nothing is encrypted with k1 any more\. Remove it from ENCRYPTION_KEYS/);
  expect(await columnsWithKey(api.deps, 'k1')).toEqual([]);
});
