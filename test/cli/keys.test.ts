import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runKeys } from '../../src/cli/keys.js';
import { createVault, type EncryptionKey } from '../../src/config/secrets.js';
import { openDb } from '../../src/db/client.js';
import { connectSessions, idempotencyKeys, keyChecks, socialAccounts } from '../../src/db/schema/index.js';
import { findUnusableKeys } from '../../src/services/encryption-keys/check.js';
import type { Vault, VaultPlace } from '../../src/services/shared/context.js';
import { sealedPlaces } from '../../src/services/shared/secrets/sealed-columns.js';
import { accountRow } from '../harness/account-rows.js';
import { startTestApi, type TestApi } from '../harness/api.js';
import { columnsWithKey, mintSealedRows, nameOf, openColumn } from '../harness/sealed-rows.js';
import { mintTenantWithoutAccounts } from '../harness/tenants.js';

const k1 = { id: 'k1', key: randomBytes(32) };
const k2 = { id: 'k2', key: randomBytes(32) };
const k3 = { id: 'k3', key: randomBytes(32) };
const never = new AbortController().signal;

describe('punctual keys', () => {
  let api: TestApi;
  let workspaceId: string;
  beforeEach(async () => {
    api = await startTestApi();
    onTestFinished(() => api.close());
    ({ workspaceId } = await mintTenantWithoutAccounts(api));
  });

  const placeOf = (rowId: string): VaultPlace => ({ table: 'social_accounts', column: 'credentials', rowId });

  /** Accounts whose credentials are encrypted with the key, in the order of their ids. */
  async function mintAccounts(count: number, key: EncryptionKey): Promise<string[]> {
    const deps = { ...api.deps, vault: createVault([key]) };
    const rows = Array.from({ length: count }, () =>
      accountRow(deps, { workspaceId, platform: 'X', sandbox: true, credentials: { accessToken: 'first' } }),
    );
    for (let from = 0; from < count; from += 500)
      await api.deps.db.insert(socialAccounts).values(rows.slice(from, from + 500));
    return rows.map(({ id }) => id).sort();
  }

  /** Checks these keys, as every process does when it starts. */
  const begin = (...keys: EncryptionKey[]) => findUnusableKeys({ ...api.deps, vault: createVault(keys) });

  async function run(
    keys: EncryptionKey[] | Vault,
    verb: string,
    options: { signal?: AbortSignal; db?: TestApi['deps']['db'] } = {},
  ): Promise<{ code: number; text: string }> {
    const lines: string[] = [];
    const code = await runKeys([verb], {
      deps: {
        ...api.deps,
        ...(options.db && { db: options.db }),
        vault: Array.isArray(keys) ? createVault(keys) : keys,
      },
      derivedUses: ['cursors of lists'],
      signal: options.signal ?? never,
      progressEveryMs: 0,
      print: (line) => void lines.push(line),
    });
    return { code, text: lines.join('\n') };
  }

  async function credentialsOf(id: string, ...keys: EncryptionKey[]): Promise<string> {
    const [row] = await api.deps.db.select().from(socialAccounts).where(eq(socialAccounts.id, id));
    return createVault(keys).open(row?.credentials ?? '', placeOf(id));
  }

  it('encrypts everything with the first key, and says that the old one can be removed', async () => {
    await begin(k1);
    const [account = ''] = await mintAccounts(450, k1);
    await mintSealedRows(api.deps, workspaceId, k1);
    const names = sealedPlaces.map(nameOf);
    expect(await columnsWithKey(api.deps, 'k1')).toEqual([...names, 'key_checks.sealed'].sort());
    await begin(k2, k1);
    const { code, text } = await run([k2, k1], 'rotate');
    expect(text).toContain('200 of 460 values are encrypted with k2.\n400 of 460');
    expect(text).toContain(
      '460 values were encrypted with k2.\nNothing is encrypted with k1 any more. Remove it from ENCRYPTION_KEYS',
    );
    expect(code).toBe(0);
    expect(await columnsWithKey(api.deps, 'k1')).toEqual(['key_checks.sealed']);
    for (const column of sealedPlaces) expect(await openColumn(api.deps, column, k2)).toBe(nameOf(column));
    expect(await credentialsOf(account, k2)).toBe('{"accessToken":"first"}');
    expect(await begin(k2)).toEqual([]);
    expect(await columnsWithKey(api.deps, 'k1')).toEqual([]);
  });

  it('continues where it was stopped', async () => {
    await mintAccounts(450, k1);
    await begin(k2, k1);
    const stop = new AbortController();
    const vault = createVault([k2, k1]);
    const stopping: Vault = {
      ...vault,
      open: (sealed, place) => {
        if (place.table === 'social_accounts') stop.abort();
        return vault.open(sealed, place);
      },
    };
    const first = await run(stopping, 'rotate', { signal: stop.signal });
    expect(first).toMatchObject({
      code: 1,
      text: expect.stringContaining('Stopped before the end') as string,
    });
    const counts = await run([k2, k1], 'status');
    expect(counts.text).toMatch(/^k2 +encrypts +200 account tokens\nk1 +decrypts +250 account tokens$/m);
    const second = await run([k2, k1], 'rotate');
    expect(second.code).toBe(0);
    expect(second.text).toContain('250 values were encrypted with k2.');
  });

  it('never overwrites a value that changes while it runs', async () => {
    const [first = '', second = ''] = await mintAccounts(2, k1);
    await begin(k2, k1);
    // With one connection, the statement of the refresh runs before the one that replaces the read credentials.
    const one = openDb({ url: api.databaseUrl, connectionsMax: 3 });
    onTestFinished(one.close);
    const vault = createVault([k2, k1]);
    let refreshing: Promise<unknown> | undefined;
    const refreshed: Vault = {
      ...vault,
      open: (sealed, place) => {
        if (place.table === 'social_accounts')
          refreshing ??= one.db
            .update(socialAccounts)
            .set({ credentials: vault.seal('refreshed', placeOf(first)) })
            .where(eq(socialAccounts.id, first))
            .execute();
        return vault.open(sealed, place);
      },
    };
    const { code } = await run(refreshed, 'rotate', { db: one.db });
    await refreshing;
    expect(code).toBe(0);
    expect(await credentialsOf(first, k2)).toBe('refreshed');
    expect(await credentialsOf(second, k2)).toBe('{"accessToken":"first"}');
  });

  it('keeps the newest credentials of accounts that are refreshed all the time', async () => {
    const ids = await mintAccounts(300, k1);
    await begin(k2, k1);
    // One process has not been restarted yet, and the other one has.
    const vaults = [createVault([k1, k2]), createVault([k2, k1])];
    const newest = new Map<string, string>();
    let isRunning = true;
    const refreshes = vaults.map(async (vault, index) => {
      for (let step = 0; isRunning; step += 1) {
        const id = ids[(step * vaults.length + index) % ids.length] ?? '';
        const text = `${index}-${step}`;
        await api.deps.db
          .update(socialAccounts)
          .set({ credentials: vault.seal(text, placeOf(id)) })
          .where(eq(socialAccounts.id, id));
        newest.set(id, text);
      }
    });
    await run([k2, k1], 'rotate');
    isRunning = false;
    await Promise.all(refreshes);
    expect((await run([k2, k1], 'rotate')).code).toBe(0);
    for (const [id, text] of newest) expect(await credentialsOf(id, k2)).toBe(text);
  });

  it('does not wait for a transaction that holds a row, and leaves its value for the next time', async () => {
    const [held = ''] = await mintAccounts(2, k1);
    await begin(k2, k1);
    await api.deps.db.transaction(async (tx) => {
      await tx
        .update(socialAccounts)
        .set({ credentials: createVault([k1]).seal('refreshed', placeOf(held)) })
        .where(eq(socialAccounts.id, held));
      const { code, text } = await run([k2, k1], 'rotate');
      expect(code).toBe(1);
      expect(text).toContain(
        '1 value was encrypted with k2.\nEncrypt with k2 what is encrypted with k1: punctual keys',
      );
    });
    expect((await run([k2, k1], 'rotate')).code).toBe(0);
    expect(await credentialsOf(held, k2)).toBe('refreshed');
  });

  it('notices a process whose first key is still the old one', async () => {
    await mintSealedRows(api.deps, workspaceId, k1);
    await begin(k2, k1);
    const vault = createVault([k2, k1]);
    let writing: Promise<unknown> | undefined;
    // Before the vault reads a webhook secret, the account has been encrypted with the new key.
    const late: Vault = {
      ...vault,
      open: (sealed, place) => {
        if (place.table === 'webhook_endpoints')
          writing ??= api.deps.db
            .update(socialAccounts)
            .set({ credentials: createVault([k1]).seal('late', placeOf('account')) })
            .execute();
        return vault.open(sealed, place);
      },
    };
    const one = await run(late, 'rotate');
    await writing;
    expect(one.code).toBe(1);
    expect(one.text).toMatch(
      /1 value was encrypted with an older key while this command ran: an API or worker/,
    );
    expect((await run([k2, k1], 'rotate')).code).toBe(0);
    expect(await credentialsOf('account', k2)).toBe('late');
  });

  it('begins only after a process has begun to use the new key', async () => {
    await begin(k1);
    await mintAccounts(1, k1);
    const { code, text } = await run([k2, k1], 'rotate');
    expect(code).toBe(1);
    expect(text).toMatch(/^No API or worker has encrypted with k2 yet\. Restart all of them/);
    expect(await columnsWithKey(api.deps, 'k2')).toEqual([]);
  });

  it('changes nothing without a key that stored values need', async () => {
    await begin(k1);
    await mintAccounts(3, k1);
    for (const keys of [[k2], [k2, { ...k1, key: randomBytes(32) }]]) {
      const { code, text } = await run(keys, 'rotate');
      expect(code).toBe(1);
      expect(text).toMatch(
        /^Stored data is encrypted with key k1, which is missing here or has a different value/,
      );
    }
    expect((await run([k2], 'status')).text).toMatch(/^k1 +MISSING +3 account tokens$/m);
    expect(await columnsWithKey(api.deps, 'k2')).toEqual([]);
  });

  it('names values that are damaged, and encrypts the others', async () => {
    const [damaged = '', other = ''] = await mintAccounts(2, k1);
    await begin(k2, k1);
    await api.deps.db
      .update(socialAccounts)
      .set({ credentials: sql`left(credentials, -3) || 'AAA'` })
      .where(eq(socialAccounts.id, damaged));
    const { code, text } = await run([k2, k1], 'rotate');
    expect(code).toBe(1);
    expect(text).toContain(
      `1 value is damaged and cannot be decrypted: social_accounts.credentials of ${damaged}. Connect`,
    );
    expect(await credentialsOf(other, k2)).toBe('{"accessToken":"first"}');
  });

  it('says what to do next at each step of a rotation', async () => {
    await begin(k1);
    await mintSealedRows(api.deps, workspaceId, k1);
    await api.deps.db.delete(idempotencyKeys);
    await api.deps.db.delete(connectSessions);
    const next = async (...keys: EncryptionKey[]) => (await run(keys, 'status')).text.split('\n').at(-1);
    const only = await run([k1], 'status');
    expect(only).toEqual({
      code: 0,
      text: `${'k1'.padEnd(16)}  encrypts  1 account tokens, 2 webhook secrets\nDerived from k1: cursors of lists.\nEverything is encrypted with k1.`,
    });
    expect(await next(k1, k2)).toMatch(/^Everything is encrypted with k1\. To use k2, move it to the front/);
    expect((await run([k1, k2], 'rotate')).text).toMatch(/^Everything is encrypted with k1\. To use k2/);
    await begin(k2, k1);
    expect(await next(k2, k1)).toBe('Encrypt with k2 what is encrypted with k1: punctual keys rotate');
    expect((await run([k2, k1], 'rotate')).code).toBe(0);
    expect(await next(k2, k1)).toMatch(
      /^Nothing is encrypted with k1 any more\. Remove it from ENCRYPTION_KEYS/,
    );
    expect(await next(k2)).toBe('Everything is encrypted with k2.');
    await api.deps.db.insert(keyChecks).values({
      keyId: 'k3',
      sealed: createVault([k3]).seal('punctual', { table: 'key_checks', column: 'sealed', rowId: 'k3' }),
      createdAt: api.clock.now(),
    });
    expect(await next(k2, k1, k3)).toMatch(/^Nothing is encrypted with k1, k3 any more\. Remove them/);
  });

  it.each([
    [[], 'Name a command: status or rotate.'],
    [['turn'], 'There is no command turn.'],
    [['rotate', 'k1'], 'Too many arguments: k1.'],
    [['rotate', '--fast'], "Unknown option '--fast'."],
  ])('refuses the arguments %j', async (args, message) => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    expect(await runKeys(args, { deps: api.deps, derivedUses: [], signal: never, print })).toBe(1);
    expect(lines.join('\n')).toMatch(new RegExp(`^${message.replaceAll('.', '\\.')}\n\nUsage:`));
  });
});
