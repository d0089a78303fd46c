import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scheduleIdOf, sweepNames } from '../../src/domain/workflow-contract.js';
import { ensureExampleMedia } from '../../src/launcher/example-media.js';
import { anyFreePort } from '../../src/launcher/ports.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { inProject } from '../../src/project-root.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import { readSandbox } from '../faults/tally.js';
import { count } from '../harness/counts.js';
import { createBareDatabase, type TestDatabase } from '../harness/postgres.js';
import { startReceiver, type Receiver } from '../harness/receiver.js';
import { sendAhead } from '../harness/send-ahead.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { deleteSchedules, temporalAddress } from '../harness/temporal.js';
import { loadSubjects } from '../platforms/contract-case.js';
import { unpackRelease, type ReleaseProcess, type UnpackedRelease } from '../release/unpacked-release.js';
import { laterMigrations, makeLaterRelease } from './later-release.js';

const sleepers = count({ usual: 200, long: 1_000 });
/**
 * The number of runs that are in progress when the version changes: half of them at the upgrade, half at the roll-back.
 */
const underWay = count({ usual: 40, long: 100 });
const deliveries = count({ usual: 10, long: 20 });
const requestsAtOnce = 8;
const readyMsMax = 300_000;
const finalMsMax = 900_000;
const pollMs = 1_000;

let release: UnpackedRelease;
let database: TestDatabase;
let sandbox: RunningSandbox;
let receiver: Receiver;
let later: { folder: string; remove: () => void };
let temporal: { client: Client; close: () => Promise<void> };
let sql: postgres.Sql;
let base: Record<string, string>;
const namespace = `test-${randomUUID()}`;

beforeAll(async () => {
  release = await unpackRelease();
  [later, database, sandbox, receiver] = await Promise.all([
    makeLaterRelease(release.folder),
    createBareDatabase(),
    startTestSandbox(),
    startReceiver(),
  ]);
  sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  const connection = await Connection.connect({ address: temporalAddress() });
  temporal = { client: new Client({ connection, namespace }), close: () => connection.close() };
  base = {
    NODE_ENV: 'development',
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    TEMPORAL_ADDRESS: temporalAddress(),
    TEMPORAL_NAMESPACE: namespace,
    STORAGE_DIR: path.join(release.dataFolder, 'media'),
    SANDBOX_URL: sandbox.url,
    PUBLISH_LOOKUP_DELAYS_MS: '1000,2000,2000,3000',
    RATE_LIMIT_BURST: 'off',
    RATE_LIMIT_SUSTAINED: 'off',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    PLATFORM_ALLOW_CIDRS: '127.0.0.0/8',
    DRAIN_DELAY_MS: '0',
  };
});
afterAll(async () => {
  await release.close();
  later.remove();
  await deleteSchedules(namespace);
  await temporal.close();
  await sql.end();
  await Promise.all([sandbox.close(), receiver.close()]);
  await database.drop();
});

/** A version with its API and its worker. */
interface Version {
  command: (...args: string[]) => Promise<string>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  apiUrl: string;
}

async function openVersion(folder: string): Promise<Version> {
  const [port, workerPort] = [await anyFreePort(), await anyFreePort()];
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...base, PUBLIC_URL: origin, PORT: String(port), WORKER_HEALTH_PORT: String(workerPort) };
  let running: ReleaseProcess[] = [];
  return {
    apiUrl: `${origin}/api/v1`,
    command: async (...args) => {
      const { ended, output } = release.start(args, env, { folder });
      expect(await ended, output()).toBe(0);
      return output();
    },
    start: async () => {
      running = ['worker', 'api'].map((name) => release.start([name], env, { folder }));
      const urls = [`http://127.0.0.1:${workerPort}`, origin];
      for (const url of urls) {
        const status = async (): Promise<number | undefined> => {
          for (const { child, output } of running) expect(child.exitCode, output()).toBeNull();
          return (await fetch(`${url}/readyz`).catch(() => null))?.status;
        };
        await expect.poll(status, { timeout: readyMsMax }).toBe(200);
      }
    },
    stop: async () => {
      for (const { child } of running) child.kill('SIGTERM');
      for (const { ended, output } of running) expect(await ended, output()).toBe(0);
    },
  };
}

/** Does the same work for all items, a few at a time. */
async function forEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, lane));
}

const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index);

it('an upgrade and the way back lose no post and no delivery, publish nothing twice, and leave no post or delivery unfinished', async () => {
  const startedMs = performance.now();
  const figures: Record<string, number> = { sleepers, underWay, deliveries };
  const told = (what: string): void => {
    figures[what] = Math.round((performance.now() - startedMs) / 1_000);
  };
  const before = await openVersion(process.env['LAST_RELEASE'] ?? release.folder);
  const after = await openVersion(later.folder);
  await before.command('setup');
  const seeded = JSON.parse((await before.command('seed')).trim().split('\n').at(-1) ?? '') as {
    apiKey: string;
    workspaceId: string;
    socialAccounts: { id: string; platform: string }[];
  };
  const { apiKey, workspaceId } = seeded;
  await before.start();
  const accountOf = (platform: string): string =>
    seeded.socialAccounts.find((each) => each.platform === platform)?.id ?? '';
  const media = await ensureExampleMedia({ apiUrl: before.apiUrl, apiKey, workspaceId });
  const subjects = await loadSubjects(platformDefinitions);
  const optionsOf = (platform: string) =>
    subjects.find(({ definition }) => definition.name === platform)?.contract.plainPost?.options;

  interface Sent {
    ok: boolean;
    text: string;
  }
  const send = async (version: Version, pathname: string, body?: object): Promise<Sent> => {
    const answer = await fetch(`${version.apiUrl}${pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { ok: answer.ok, text: await answer.text() };
  };
  const accepted = ({ ok, text }: Sent): Record<string, unknown> => {
    expect(ok, text).toBe(true);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const expected: string[] = [];
  const post = async (
    version: Version,
    what: { marker: string; mark?: string; platform: string; dueMs: number; video?: boolean },
  ): Promise<string> => {
    const { marker, mark = '', platform, dueMs, video = false } = what;
    const platformOptions = optionsOf(platform);
    const created = await sendAhead(Math.max(dueMs - Date.now(), 2_000), (scheduledFor) =>
      send(version, '/posts', {
        content: `${marker} ${mark}`.trim(),
        platforms: [
          {
            accountId: accountOf(platform),
            ...(platformOptions && { platformOptions }),
            ...(video && { mediaIds: [media.video] }),
          },
        ],
        scheduledFor,
      }),
    );
    return String(accepted(created)['id']);
  };

  // Posts whose runs sleep, and which fall due one after the other while the versions change.
  const sleeping = ['BLUESKY', 'X', 'FACEBOOK_PAGE', 'LINKEDIN_COMPANY'];
  const firstDueMs = Date.now() + 60_000 + sleepers * 40;
  await forEach(numbers(sleepers), async (index) => {
    const [marker, platform = ''] = [`sleeper-${index}`, sleeping[index % sleeping.length]];
    await post(before, { marker, platform, dueMs: firstDueMs + index * 60 });
    expected.push(marker);
  });
  told('secondsUntilSleeping');

  // Each delivery fails once, so that it waits for its second attempt.
  const refusedOnce = new Set<unknown>();
  receiver.answer = (response, { headers }) => {
    const isKnown = refusedOnce.has(headers['webhook-id']);
    refusedOnce.add(headers['webhook-id']);
    response.writeHead(isKnown ? 204 : 500).end();
  };
  await before.command(
    'webhooks',
    'add',
    '--url',
    receiver.url,
    '--events',
    'post.canceled',
    '--workspace',
    workspaceId,
  );
  const cancel = (version: Version, some: number[]): Promise<void> =>
    forEach(some, async (index) => {
      const id = await post(version, {
        marker: `canceled-${index}`,
        platform: 'X',
        dueMs: Date.now() + 3_600_000,
      });
      accepted(await send(version, `/posts/${id}/cancel`));
    });

  const kinds = [
    { kind: 'limited', mark: '[sandbox:rate-limit]', platform: 'THREADS' },
    { kind: 'limited', mark: '[sandbox:rate-limit]', platform: 'THREADS' },
    { kind: 'slow', mark: '[sandbox:slow=4000]', platform: 'LINKEDIN_PERSON' },
    { kind: 'unclear', mark: '[sandbox:drop-after-accept]', platform: 'BLUESKY' },
    { kind: 'uploading', mark: '', platform: 'YOUTUBE', video: true },
  ];
  /** Starts runs that wait for a platform, are in a call, look up or upload. Waits until they have begun. */
  const begin = async (version: Version, name: string): Promise<void> => {
    const markers = new Set<string>();
    await forEach(numbers(underWay / 2), async (index) => {
      const { kind, ...rest } = kinds[index % kinds.length] ?? { kind: '', platform: '' };
      const marker = `${name}-${kind}-${index}`;
      await post(version, { ...rest, marker, dueMs: Date.now() });
      markers.add(marker);
    });
    expected.push(...markers);
    const begun = async (): Promise<number> =>
      (await sql`select 1 from posts where status <> 'SCHEDULED' and caption like ${`${name}-%`}`).length;
    await expect.poll(begun, { timeout: finalMsMax, interval: pollMs }).toBeGreaterThan(underWay / 4);
  };
  const untilShown = (share: number): Promise<void> =>
    expect
      .poll(async () => (await readSandbox(sandbox.url)).length, { timeout: finalMsMax, interval: pollMs })
      .toBeGreaterThan(share * (sleepers + underWay));

  await cancel(before, numbers(deliveries).slice(0, deliveries / 2));
  await begin(before, 'there');

  // The upgrade: first the schema, then both versions side by side, then only the new one.
  const plan = await after.command('migrate', '--plan');
  for (const name of Object.keys(laterMigrations)) expect(plan).toContain(`${name}: only adds`);
  expect(plan).toContain('The version before keeps running');
  expect(await after.command('setup')).toContain(Object.keys(laterMigrations).join(', '));
  await after.start();
  told('secondsUntilBothRun');
  await untilShown(0.25);
  await before.stop();
  told('secondsUntilNewAlone');
  await untilShown(0.5);

  // The roll-back, with runs in progress that only the new version can replay.
  await cancel(after, numbers(deliveries).slice(deliveries / 2));
  await begin(after, 'back');
  await before.start();
  await after.stop();
  told('secondsUntilBack');

  const [installation] = await sql<{ queue: string }[]>`select task_queue as queue from installation`;
  const sweep = temporal.client.schedule.getHandle(
    scheduleIdOf(installation?.queue ?? '', sweepNames.reconcile),
  );
  /** Moves times back, so that the sweep immediately checks what it would check in a minute or two. */
  const hurry = async (): Promise<void> => {
    await sql`delete from sweep_debts`;
    await sql`update posts set updated_at = updated_at - interval '2 minutes', scheduled_at = scheduled_at - interval '2 minutes'
      where status in ('SCHEDULED', 'PUBLISHING') and scheduled_at < now()`;
    await sql`update webhook_deliveries set next_attempt_at = next_attempt_at - interval '3 minutes'
      where status = 'PENDING' and next_attempt_at < now()`;
    await sweep.trigger();
  };
  const open = async (): Promise<number> => {
    const [row] = await sql<{ posts: number; deliveries: number }[]>`
      select (select count(*)::int from posts where status in ('SCHEDULED', 'PUBLISHING')) as posts,
        (select count(*)::int from webhook_deliveries where status = 'PENDING') as deliveries`;
    await hurry();
    return (row?.posts ?? 0) + (row?.deliveries ?? 0);
  };
  await expect.poll(open, { timeout: finalMsMax, interval: 5 * pollMs }).toBe(0);
  told('secondsUntilDone');

  expect(await sql`select status, count(*)::int from posts group by status order by status`).toEqual([
    { status: 'CANCELED', count: deliveries },
    { status: 'PUBLISHED', count: sleepers + underWay },
  ]);
  const shown = (await readSandbox(sandbox.url)).map(({ text }) => text.split(' ', 1)[0]);
  expect(shown.sort()).toEqual(expected.sort());
  expect(await sql`select status, count(*)::int from webhook_deliveries group by status`).toEqual([
    { status: 'DELIVERED', count: deliveries },
  ]);
  const runs = async (status: string): Promise<number> => {
    const types = `WorkflowType in ('PublishPost', 'DeliverWebhook')`;
    return (await temporal.client.workflow.count(`ExecutionStatus = '${status}' and ${types}`)).count;
  };
  figures['runsReplaced'] = (await runs('Failed')) + (await runs('Terminated'));
  // Runs that the stop of a worker has interrupted in their last step. They have nothing left to do (decision 71).
  figures['runsLeftOpen'] = await runs('Running');
  await before.stop();
  mkdirSync(inProject('.cache', 'figures'), { recursive: true });
  writeFileSync(inProject('.cache', 'figures', 'upgrade.json'), `${JSON.stringify(figures, null, 2)}\n`);
}, 1_800_000);
