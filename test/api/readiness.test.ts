import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createVault } from '../../src/config/secrets.js';
import { keyChecks } from '../../src/db/schema/index.js';
import { findUnusableKeys } from '../../src/services/encryption-keys/check.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { startTestApi, type TestApi } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintWorkspace } from '../harness/stack.js';

interface Answer {
  httpStatus: number;
  status: string;
  missing: string[];
  degraded: string[];
  [field: string]: unknown;
}

async function ask(api: TestApi): Promise<Answer> {
  const response = await fetch(`${api.url}/readyz`);
  return {
    httpStatus: response.status,
    ...((await response.json()) as Omit<Answer, 'httpStatus'>),
  } as Answer;
}

/** The health of a Temporal that does not respond. */
const unknownHealth = {
  workerPolling: null,
  webhooksPolling: null,
  missingSearchAttributes: null,
  troubledSchedules: null,
};

describe('/readyz', () => {
  const api = useTestApi();
  const after = async (change: () => void, undo: () => void, expected: object): Promise<void> => {
    change();
    // The API reuses its answer for a second.
    await expect.poll(() => ask(api)).toMatchObject(expected);
    undo();
    await expect.poll(() => ask(api)).toMatchObject({ httpStatus: 200, status: 'ok' });
  };

  it('reports a missing worker', async () => {
    const { starter } = api;
    await after(
      () => (starter.workerPolling = false),
      () => (starter.workerPolling = true),
      { httpStatus: 503, status: 'not ready', worker: 'missing', missing: ['worker'] },
    );
    await after(
      () => (starter.webhooksPolling = false),
      () => (starter.webhooksPolling = true),
      { httpStatus: 503, worker: 'polling', webhooks: 'missing', missing: ['webhook worker'] },
    );
  });

  it('reports missing search attributes, missing schedules and a paused schedule', async () => {
    const { starter } = api;
    await after(
      () => starter.missingSearchAttributes.push('PostId'),
      () => (starter.missingSearchAttributes.length = 0),
      { httpStatus: 503, searchAttributes: 'missing', missing: ['search attribute PostId'] },
    );
    await after(
      () => starter.troubledSchedules.push({ id: 'reconcile', state: 'missing' }),
      () => (starter.troubledSchedules.length = 0),
      { httpStatus: 503, schedules: 'missing', missing: ['schedule reconcile'] },
    );
    await after(
      () => starter.troubledSchedules.push({ id: 'sweep-media', state: 'paused' }),
      () => (starter.troubledSchedules.length = 0),
      { httpStatus: 503, schedules: 'paused', missing: ['schedule sweep-media (paused)'] },
    );
  });

  it('is degraded but ready while only Temporal is down', async () => {
    await after(
      () => (api.starter.failing = true),
      () => (api.starter.failing = false),
      {
        httpStatus: 200,
        status: 'degraded',
        degraded: ['temporal'],
        temporal: 'unreachable',
        worker: 'unknown',
      },
    );
  });

  it('checks its dependencies once a second, however often it is requested', async () => {
    let asked = 0;
    const counted = await startTestApi();
    const { starter } = api;
    counted.starter.health = () => {
      asked += 1;
      return starter.health();
    };
    const startMs = performance.now();
    await Promise.all(Array.from({ length: 50 }, () => ask(counted)));
    expect(asked).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - startMs) / 1000));
    await counted.close();
  });

  it('logs the reason of a failed check once', async () => {
    const cut = await startTestApi();
    let asked = 0;
    cut.starter.health = () => {
      asked += 1;
      return Promise.resolve({ ...unknownHealth, reachable: false, fault: 'connection refused' });
    };
    await expect.poll(async () => [await ask(cut), asked]).toMatchObject([{ degraded: ['temporal'] }, 3]);
    const told = cut.logLines.filter((line) => line.includes('a check of /readyz failed'));
    expect(told.map((line) => JSON.parse(line) as object)).toMatchObject([
      { check: 'Temporal', err: { message: 'connection refused' } },
    ]);
    await cut.close();
  });

  it('does not report schedules as correct if its role may not read them', async () => {
    const limited = await startTestApi();
    limited.starter.health = () =>
      Promise.resolve({ ...unknownHealth, reachable: true, workerPolling: true, webhooksPolling: true });
    expect(await ask(limited)).toMatchObject({
      httpStatus: 200,
      schedules: 'unknown',
      searchAttributes: 'unknown',
    });
    await limited.close();
  });

  it('reports a pending migration', async () => {
    const behind = await startTestApi();
    await behind.deps.db.execute(
      sql`delete from drizzle.__drizzle_migrations
        where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
    );
    expect(await ask(behind)).toMatchObject({
      httpStatus: 503,
      migrations: 'pending',
      missing: ['migrations'],
    });
    await behind.close();
  });

  it('reports storage that cannot be written to', async () => {
    const full = await startTestApi();
    // Root may write into any folder, so the folder is replaced by a file.
    rmSync(full.mediaFolder, { recursive: true });
    writeFileSync(full.mediaFolder, '');
    chmodSync(full.mediaFolder, 0o400);
    expect(await ask(full)).toMatchObject({ httpStatus: 503, storage: 'not writable', missing: ['storage'] });
    await full.close();
  });

  it('reports the time of the last complete sweep', async () => {
    const swept = await startTestApi();
    await reconcile(swept.deps, { includeYoung: false });
    expect(await ask(swept)).toMatchObject({
      lastSweep: { completedAt: expect.any(String) as string, ageS: expect.any(Number) as number },
    });
    await swept.close();
  });
});

describe('encryption keys', () => {
  const key = () => randomBytes(32);
  const api = useTestApi();
  const withKeys = (...keys: { id: string; key: Buffer }[]) =>
    findUnusableKeys({ ...api.deps, vault: createVault(keys) });

  it('are checked against stored data, even across rotations', async () => {
    const [k1, k2] = [
      { id: 'k1', key: key() },
      { id: 'k2', key: key() },
    ];
    await api.deps.db.delete(keyChecks);
    expect(await withKeys(k1)).toEqual([]);
    // The key has the same id as the first one, but other bytes.
    expect(await withKeys({ id: 'k1', key: key() })).toEqual(['k1']);
    await mintWorkspace({ ...api.deps, vault: createVault([k1]) }, ['BLUESKY']);
    expect(await withKeys({ id: 'k9', key: key() })).toEqual(['k1']);
    // A rotation first makes the new key known to every process, and then uses it first.
    expect(await withKeys(k1, k2)).toEqual([]);
    expect(await withKeys(k2, k1)).toEqual([]);
    await mintWorkspace({ ...api.deps, vault: createVault([k2]) }, ['X']);
    expect(await withKeys(k1)).toEqual(['k2']);
    // The old key is removed although values are still encrypted with it.
    expect(await withKeys(k2)).toEqual(['k1']);
    await api.deps.db.execute(sql`delete from social_accounts where platform = 'BLUESKY'`);
    expect(await withKeys(k2)).toEqual([]);
  });

  it('are checked against an account if the database has no key checks yet', async () => {
    await api.deps.db.delete(keyChecks);
    expect(await withKeys({ id: 'k7', key: key() })).toEqual(['k2']);
    expect(await api.deps.db.select().from(keyChecks)).toEqual([]);
  });

  it('make the API report an error if they cannot decrypt anything', async () => {
    const owner = await startTestApi();
    await fetch(`${owner.url}/readyz`);
    const stranger = await startTestApi({}, { databaseUrl: owner.databaseUrl });
    expect(await ask(stranger)).toMatchObject({
      httpStatus: 503,
      keys: 'wrong',
      missing: ['encryption key test'],
    });
    await stranger.close();
    await owner.close();
  });
});
