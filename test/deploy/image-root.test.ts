import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '../../src/config/secrets.js';
import { openDb } from '../../src/db/client.js';
import { newId } from '../../src/ids.js';
import { anyFreePort } from '../../src/launcher/ports.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import { seedDevelopment, type SeedResult } from '../../src/services/seed/seed-development.js';
import { createBareDatabase, type TestDatabase } from '../harness/postgres.js';
import { seedAccounts, startTestSandbox } from '../harness/sandbox.js';
import { sendAhead } from '../harness/send-ahead.js';
import { deleteSchedules, temporalAddress } from '../harness/temporal.js';
import { unpackRelease, type UnpackedRelease } from '../release/unpacked-release.js';
import { makeImageRoot, rootFault, type ImageRoot } from './image-root.js';

const startMsMax = 300_000;
const fault = rootFault();
const key = randomBytes(32);

/** Creates the accounts of the sandbox with the encryption key of the installation. */
async function seed(databaseUrl: string): Promise<SeedResult> {
  const { db, close } = openDb({ url: databaseUrl, connectionsMax: 2 });
  try {
    const vault = createVault([{ id: 'k1', key }]);
    const clock = { now: () => new Date() };
    const deps = { db, clock, newId, platforms: new Map(), vault };
    return await seedDevelopment(deps, { accounts: seedAccounts });
  } finally {
    await close();
  }
}

describe.skipIf(fault !== null)(
  `the contents of the image${fault === null ? '' : ` (skipped: ${fault})`}`,
  () => {
    let release: UnpackedRelease;
    let database: TestDatabase;
    let sandbox: RunningSandbox;
    let image: ImageRoot;
    let env: Record<string, string>;
    const namespace = `test-${randomUUID()}`;

    beforeAll(async () => {
      // Unpacking blocks this process, and a connection that is being opened would time out.
      release = await unpackRelease();
      [database, sandbox] = await Promise.all([createBareDatabase(), startTestSandbox()]);
      image = makeImageRoot(release.folder);
      const [port, metricsPort, workerPort] = [await anyFreePort(), await anyFreePort(), await anyFreePort()];
      env = {
        HOST: '127.0.0.1',
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        WORKER_HEALTH_PORT: String(workerPort),
        DATABASE_URL: database.url,
        ENCRYPTION_KEYS: `k1:${key.toString('base64')}`,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        TEMPORAL_ADDRESS: temporalAddress(),
        TEMPORAL_NAMESPACE: namespace,
        // In production, only this test has accounts of the simulated platforms.
        SANDBOX_URL: sandbox.url,
        SANDBOX_IN_PRODUCTION: '1',
        PLATFORM_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
        ALLOW_PRIVATE_EGRESS: '1',
        DRAIN_DELAY_MS: '0',
      };
    });
    afterAll(async () => {
      await image.close();
      await release.close();
      await deleteSchedules(namespace);
      await sandbox.close();
      await database.drop();
    });

    it('publish a post as the user of the image, on a read-only root', async () => {
      const setup = image.start(['setup'], env);
      expect(await setup.ended, setup.output()).toBe(0);
      expect(setup.output()).toContain('Storage: created');
      const { apiKey, socialAccounts } = await seed(database.url);
      const [api, worker] = [image.start(['api'], env), image.start(['worker'], env)];
      const call = async (pathname: string, body?: object): Promise<Record<string, unknown>> => {
        const response = await fetch(`${env['PUBLIC_URL'] ?? ''}/api/v1${pathname}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        return (await response.json()) as Record<string, unknown>;
      };
      const isReady = async (port = ''): Promise<boolean> => {
        for (const { child, output } of [api, worker]) expect(child.exitCode, output()).toBeNull();
        const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
        return response?.ok === true;
      };
      await expect.poll(() => isReady(env['WORKER_HEALTH_PORT']), { timeout: startMsMax }).toBe(true);
      await expect.poll(() => isReady(env['PORT']), { timeout: startMsMax }).toBe(true);
      for (const { child } of [api, worker]) {
        const about = (file: string): string => readFileSync(`/proc/${child.pid ?? 0}/${file}`, 'utf8');
        expect(about('status')).toMatch(/^Uid:\s65532\s/m);
        expect(about('mounts')).toMatch(/^\S+ \/ \S+ ro,/m);
      }
      const accountId = socialAccounts.find(({ platform }) => platform === 'BLUESKY')?.id;
      const post = await sendAhead(1_000, (scheduledFor) =>
        call('/posts', { content: 'from the image', platforms: [{ accountId }], scheduledFor }),
      );
      await expect
        .poll(() => call(`/posts/${String(post['id'])}`), { message: JSON.stringify(post) })
        .toMatchObject({ status: 'PUBLISHED' });
      for (const { child } of [api, worker]) child.kill('SIGTERM');
      expect([await api.ended, await worker.ended]).toEqual([0, 0]);
    });
  },
);
