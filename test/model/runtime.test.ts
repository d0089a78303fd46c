import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MemoryTemporal, msOf } from './memory-temporal.js';
import { openModelContext, type ModelContext } from './model-context.js';
import { knownTables } from './snapshot.js';
import {
  ActivityFailure,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  sleep,
  workflowInfo,
} from './workflow-api.js';

// The model's Temporal must behave like the real one, or its findings mean nothing.

interface Calls {
  call: (word: string) => Promise<string>;
}
const { call } = proxyActivities({ retry: { maximumAttempts: 1 } }) as Calls;
const twice = proxyActivities({ retry: { maximumAttempts: 2 } }) as Calls;
const brief = proxyActivities({ startToCloseTimeout: '3 minutes', retry: { maximumAttempts: 1 } }) as Calls;
const soft = proxyActivities({ cancellationType: 'TRY_CANCEL' }) as Calls;
const local = proxyLocalActivities({}) as Calls;

/** Creates a server with one workflow. `told` contains what it and its activity reported, in order. */
function serve(
  workflow: (input: { tell: (word: string) => void }) => Promise<unknown>,
  activity: (word: string, server: MemoryTemporal) => Promise<string> = (word) => Promise.resolve(word),
) {
  const reported: string[] = [];
  const input = { tell: (word: string) => void reported.push(word) };
  const server: MemoryTemporal = new MemoryTemporal({
    nowMs: 1_000,
    definitions: { W: workflow },
    activities: () => ({ call: (word: string) => activity(word, server) }),
  });
  const start = async (delayMs = 0): Promise<void> => server.start('W', 'w', input, delayMs);
  const performNext = async (): Promise<void> => {
    const [task] = server.queue;
    if (task === undefined) throw new Error('nothing is queued');
    await server.perform(task);
  };
  return { server, told: reported, start, performNext };
}

test('a run waits until its activity is performed', async () => {
  const { server, told, start, performNext } = serve(async ({ tell }) => {
    tell(await call('one'));
    tell(await local.call('two'));
  });
  await start();
  expect(told).toEqual([]);
  await performNext();
  expect(told).toEqual(['one']);
  await performNext();
  expect([told, server.describe('w')]).toEqual([['one', 'two'], 'completed']);
});

test('a second start of an id changes nothing, whether its run is open or closed', async () => {
  const { server, start, told } = serve(({ tell }) => {
    tell('begun');
    return Promise.resolve();
  });
  await start();
  await start();
  expect([told, server.runs.size]).toEqual([['begun'], 1]);
});

test('time advances only while timers run, and a run reads its own time', async () => {
  const { server, told, start } = serve(async ({ tell }) => {
    tell(String(Date.now()));
    await sleep('2 seconds');
    tell(String(Date.now()));
  });
  await start(500);
  expect(server.describe('w')).toBe('running');
  await server.pass(10_000);
  expect([told, server.nowMs]).toEqual([['1500', '3500'], 11_000]);
});

test('an activity that throws is retried as often as its options allow', async () => {
  let tries = 0;
  const { server, told, start, performNext } = serve(
    ({ tell }) => twice.call('x').catch((error: unknown) => tell(String(error instanceof ActivityFailure))),
    () => Promise.reject(new Error(`try ${(tries += 1)}`)),
  );
  await start();
  await performNext();
  expect(server.queue).toHaveLength(0);
  await server.fireNext();
  await performNext();
  expect([tries, told]).toEqual([2, ['true']]);
});

test('a paused activity continues when it is resumed', async () => {
  const { server, told, start, performNext } = serve(
    async ({ tell }) => tell(await call('x')),
    async (word) => {
      await server.hold();
      return word;
    },
  );
  await start();
  await performNext();
  expect([told, server.held.length]).toEqual([[], 1]);
  await Promise.all(server.held.map((execution) => server.resume(execution)));
  expect([told, server.held.length]).toEqual([['x'], 0]);
});

test('a paused activity that has timed out may continue, and its result is ignored', async () => {
  const done: string[] = [];
  const { server, told, start, performNext } = serve(
    async ({ tell }) => {
      tell(await brief.call('x').catch(() => 'lost'));
    },
    async (word) => {
      await server.hold();
      done.push(word);
      return word;
    },
  );
  await start();
  await performNext();
  await server.pass(179_000);
  expect(told).toEqual([]);
  await server.pass(1_000);
  expect(told).toEqual(['lost']);
  await Promise.all(server.held.map((execution) => server.resume(execution)));
  expect([told, done]).toEqual([['lost'], ['x']]);
});

test('an activity whose result is lost counts as failed, although it was performed', async () => {
  const { server, told, start } = serve(async ({ tell }) => tell(await call('x').catch(() => 'lost')));
  await start();
  await Promise.all(server.queue.map((task) => server.perform(task, { loseResult: true })));
  expect(told).toEqual(['lost']);
});

test('a cancel reaches timers and waiting activities, but not the shielded ones', async () => {
  const { server, told, start, performNext } = serve(async ({ tell }) => {
    const shielded = CancellationScope.nonCancellable(async () => {
      await sleep(10);
      tell(await call('shielded'));
    });
    const open = sleep(10).catch((error: unknown) => tell(`timer ${String(isCancellation(error))}`));
    const asked = soft.call('x').catch((error: unknown) => tell(`activity ${String(isCancellation(error))}`));
    await Promise.all([shielded, open, asked]);
    tell(String(CancellationScope.current().consideredCancelled));
    await sleep(10);
  });
  await start();
  expect(await server.cancel('w')).toBe('requested');
  expect(told).toEqual(['timer true', 'activity true']);
  await server.fireNext();
  await performNext();
  expect(told.slice(2)).toEqual(['shielded', 'true']);
  expect([server.describe('w'), await server.cancel('w')]).toEqual(['closed', 'gone']);
});

test('a lost run is unknown to the server, and its activities are dropped', async () => {
  const { server, told, start } = serve(async ({ tell }) => tell(await call('x')));
  await start();
  for (const run of server.runs.values()) server.lose(run);
  expect([server.describe('w'), server.queue.length, told]).toEqual(['missing', 0, []]);
});

test('a delayed run that is canceled before its start never starts', async () => {
  const { server, told, start } = serve(({ tell }) => Promise.resolve(tell('begun')));
  await start(1_000);
  await server.cancel('w');
  await server.pass(5_000);
  expect([told, server.describe('w')]).toEqual([[], 'closed']);
});

test('a run that continues as new starts again under its id', async () => {
  let times = 0;
  const { server, told, start } = serve(async (input) => {
    input.tell(JSON.stringify((workflowInfo() as { workflowId: string }).workflowId));
    if ((times += 1) < 3) await continueAsNew(input);
  });
  await start();
  await server.settle();
  expect([told.length, server.describe('w')]).toEqual([3, 'completed']);
});

test('a condition is checked after every event', async () => {
  let isOpen = false;
  const { server, told, start } = serve(async ({ tell }) => {
    void sleep(10).then(() => (isOpen = true));
    tell(String(await condition(() => isOpen)));
    tell(String(await condition(() => false, '1 second')));
  });
  await start();
  await server.pass(5_000);
  expect(told).toEqual(['true', 'false']);
});

test('a run whose workflow code throws stays open and is reported as stuck', async () => {
  const { server, start } = serve(() => Promise.reject(new TypeError('no such thing')));
  await start();
  expect([server.describe('w'), server.faults.length]).toEqual(['running', 1]);
});

test('durations are parsed as in Temporal', () => {
  expect(['200 milliseconds', '90 seconds', '3 minutes', '1 hour', 5].map(msOf)).toEqual([
    200, 90_000, 180_000, 3_600_000, 5,
  ]);
});

let context: ModelContext;
beforeAll(async () => {
  context = await openModelContext();
});
afterAll(() => context.close());

/** Tables to which no sequence writes. */
const leftAlone = ['comment_feeds', 'metric_feeds', 'metric_snapshots', 'post_media', 'webhook_events'];

test('the snapshot includes every table that belongs to a post or a target', async () => {
  const rows = await context.deps.db.execute<{ name: string }>(sql`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('post_id', 'target_id')`);
  const unknown = rows.map(({ name }) => name).filter((name) => !knownTables.includes(name));
  expect(unknown.sort()).toEqual(leftAlone);
});
