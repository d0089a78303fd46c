import { randomUUID } from 'node:crypto';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import postgres from 'postgres';
import { createActivities } from '../../src/activities/create-activities.js';
import type { AppContext } from '../../src/context.js';
import { migrateDatabase } from '../../src/db/migrate.js';
import { pollCommentsIntervalMs, workflowTypes } from '../../src/domain/workflow-contract.js';
import { ensureDatabase } from '../../src/launcher/postgres.js';
import { workflowSources } from '../../src/temporal/workflow-sources.js';
import { scaled, type Bench, type BenchRun } from './bench.js';
import { createBenchContext } from './bench-stack.js';
import { burstPostId, createBenchPlatform, type BenchPlatform } from './inbox-platform.js';
import { insertInbox, restFeeds } from './inbox-rows.js';
import { residentMebibytesOf } from './process-figures.js';
import type { Row } from './report.js';
import { plainRow } from './rows.js';

const accounts = 10_000;
const posts = 100_000;
const burstComments = 5_000;
const perSecondMax = 5;
const growthMebibytesMax = 100;
const sampleMs = 50;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The SDK sends at most one heartbeat in this time, which is a part of the timeout of 20 s. */
const heartbeatMs = 16_000;
const sweepsMax = 10;

/**
 * Whether the runtime is configured. All of the process shares it, and it can be configured only before its first use.
 */
let isQuiet = false;

/** Measures the cost of reading an inbox without comments, and a post with very many. */
export const inbox: Bench = {
  name: 'inbox',
  run: async (run) => ({
    title: `${accounts.toLocaleString('en')} accounts whose comments are read`,
    method: `${posts.toLocaleString('en')} posts, spread over 14 days, and over one day; ${run.runs} sweeps, a minute apart by a shifted clock, against a platform in this process that shows nothing new. Statements are counted where they are sent, with BEGIN and COMMIT; actions are those that Temporal bills: starts, activities, markers and heartbeats. Then ${burstComments.toLocaleString('en')} comments under one post, with one endpoint that is told.`,
    rows: [...(await idle(run, 14 * dayMs, '14 days')), ...(await idle(run, dayMs, 'one day'))],
    cpuMs: null,
    curves: null,
  }),
};

interface House {
  databaseUrl: string;
  context: AppContext;
  platform: BenchPlatform;
  clock: { shiftMs: number; now: () => Date };
  statements: () => number;
  sweep: () => Promise<number>;
  close: () => Promise<void>;
}

async function idle(run: BenchRun, spanMs: number, label: string): Promise<Row[]> {
  const house = await openHouse(run, `inbox_${spanMs / dayMs}`);
  try {
    await fill(run, house, spanMs);
    const [statements, actions, seconds, read]: number[][] = [[], [], [], []];
    for (let sweep = 0; sweep < run.runs; sweep += 1) {
      house.clock.shiftMs += pollCommentsIntervalMs;
      const [before, callsBefore, startMs] = [house.statements(), house.platform.calls(), performance.now()];
      actions?.push(((await house.sweep()) / pollCommentsIntervalMs) * 1_000);
      seconds?.push((performance.now() - startMs) / 1_000);
      statements?.push(((house.statements() - before) / pollCommentsIntervalMs) * 1_000);
      read?.push(house.platform.calls() - callsBefore);
      run.say(`  ${label}: ${read?.at(-1) ?? 0} posts read in ${(seconds?.at(-1) ?? 0).toFixed(1)} s`);
    }
    const rows = [
      plainRow({ label: `posts over ${label}: read in a sweep`, unit: 'posts', ours: read ?? [] }),
      plainRow({ label: `posts over ${label}: a sweep takes`, unit: 's', ours: seconds ?? [] }),
      rateRow(`posts over ${label}: database`, 'statements/s', statements ?? []),
      rateRow(`posts over ${label}: Temporal`, 'actions/s', actions ?? []),
    ];
    return spanMs === dayMs ? [...rows, ...(await burst(run, house))] : rows;
  } finally {
    await house.close();
  }
}

function rateRow(label: string, unit: string, ours: number[]): Row {
  const most = Math.max(...ours);
  return plainRow(
    { label, unit, ours },
    { result: `at most ${most.toFixed(2)}`, aim: `at most ${perSecondMax}`, reached: most <= perSecondMax },
  );
}

/** Fills the inbox, and reads every post once. */
async function fill(run: BenchRun, house: House, spanMs: number): Promise<void> {
  const { vault } = house.context.deps;
  const size = { accounts: scaled(run, accounts), posts: scaled(run, posts) };
  const place = { table: 'social_accounts', column: 'credentials', rowId: 'acc_' } as const;
  await insertInbox(house.databaseUrl, {
    ...size,
    spanMs,
    credentials: vault.seal(JSON.stringify({ token: 'bench' }), place),
  });
  // The credentials of all rows were encrypted once, for the same place, instead of for the place of each row.
  house.context.deps.vault = { ...vault, open: (sealed) => vault.open(sealed, place) };
  const activities = createActivities(house.context.deps);
  const sql = postgres(house.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    let taken = 0;
    for (let before = -1; taken > before;) {
      before = taken;
      await activities.planCommentReads();
      const [row] = await sql<{ taken: number }[]>`select count(*)::int as taken from comment_feeds`;
      taken = row?.taken ?? 0;
    }
    if (taken < size.posts * 0.99) throw new Error(`Only ${taken} of ${size.posts} posts were taken up.`);
    await sql`update comment_feeds set due_at = null`;
    await sql`update comment_feeds set due_at = now() where external_post_id = 'ext-post-2'`;
    await house.sweep();
    const [row] = await sql<{ digest: string | null }[]>`
      select digest from comment_feeds where external_post_id = 'ext-post-2'`;
    await restFeeds(house.databaseUrl, { digest: row?.digest ?? '', nowMs: house.clock.now().getTime() });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function burst(run: BenchRun, house: House): Promise<Row[]> {
  const count = scaled(run, burstComments);
  const sql = postgres(house.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`insert into webhook_endpoints (id, workspace_id, url, status, created_at, updated_at)
      values ('whe_inbox', 'ws_inbox', 'https://example.test/', 'ENABLED', now(), now())`;
    house.platform.burst.count = count;
    await sql`update comment_feeds set due_at = null`;
    await sql`update comment_feeds set due_at = now() where external_post_id = ${burstPostId}`;
    const memory = watchMemory();
    const startMs = performance.now();
    let [stored, told] = [0, 0];
    for (let sweep = 0; sweep < sweepsMax && (stored < count || told < count); sweep += 1) {
      await house.sweep();
      // Comments that one sweep has not announced are announced by the next one, after two minutes.
      house.clock.shiftMs += 3 * minuteMs;
      const [row] = await sql<{ stored: number; told: number }[]>`
        select (select count(*) from comments)::int as stored,
          (select count(*) from webhook_deliveries where workflow_id is not null)::int as told`;
      [stored, told] = [row?.stored ?? 0, row?.told ?? 0];
      run.say(`  burst: ${stored} stored, ${told} told`);
    }
    const grown = memory.stop();
    return [
      whole(`${count} comments under one post: stored`, stored, count),
      whole(`${count} comments under one post: told`, told, count),
      plainRow({
        label: `${count} comments under one post: until all is told`,
        unit: 's',
        ours: [(performance.now() - startMs) / 1_000],
      }),
      plainRow(
        { label: `${count} comments under one post: memory`, unit: 'MiB', ours: [grown] },
        {
          result: `+${grown.toFixed(0)} MiB`,
          aim: `at most +${growthMebibytesMax} MiB`,
          reached: grown <= growthMebibytesMax,
        },
      ),
    ];
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const whole = (label: string, is: number, wanted: number): Row =>
  plainRow(
    { label, unit: 'comments', ours: [is] },
    { result: `${is} of ${wanted}`, aim: 'all', reached: is === wanted },
  );

/** How much this process has grown at most, in MiB. */
function watchMemory(): { stop: () => number } {
  const read = (): number => residentMebibytesOf(process.pid) ?? process.memoryUsage().rss / 2 ** 20;
  const before = read();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, read());
  }, sampleMs);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.max(most, read()) - before;
    },
  };
}

/** Opens a database and a worker in this process, because the worker of the stack knows other platforms. */
async function openHouse({ stack }: BenchRun, name: string): Promise<House> {
  const databaseUrl = await ensureDatabase(stack.databaseUrl, name);
  await migrateDatabase(databaseUrl);
  const platform = createBenchPlatform();
  const clock = { shiftMs: 0, now: () => new Date(Date.now() + clock.shiftMs) };
  const taskQueue = `bench-${name}`;
  const context = createBenchContext(databaseUrl, stack.temporalAddress, stack.encryptionKey, {
    clock,
    installation: () => Promise.resolve({ id: 'ins_bench', taskQueue }),
    platforms: new Map([[platform.platform.name, platform.platform]]),
  });
  const statements = countStatements(context);
  if (!isQuiet) Runtime.install({ logger: new DefaultLogger('ERROR') });
  isQuiet = true;
  const connection = await NativeConnection.connect({ address: stack.temporalAddress });
  const workflowBundle = await bundleWorkflowCode({ ...workflowSources, logger: new DefaultLogger('ERROR') });
  const activities = createActivities(context.deps);
  const worker = await Worker.create({ connection, taskQueue, workflowBundle, activities });
  const running = worker.run();
  return {
    databaseUrl,
    context,
    platform,
    clock,
    statements,
    sweep: () => sweepOnce(context, taskQueue),
    close: async () => {
      worker.shutdown();
      await running;
      await connection.close();
      await context.close();
    },
  };
}

/** Runs one sweep, and returns the number of Temporal's billable actions, including the one of the Schedule. */
async function sweepOnce({ temporalClient: client }: AppContext, taskQueue: string): Promise<number> {
  const handle = await client.workflow.start(workflowTypes.pollComments, {
    taskQueue,
    workflowId: `poll-comments-${randomUUID()}`,
  });
  const startMs = performance.now();
  await handle.result();
  const heartbeats = Math.floor((performance.now() - startMs) / heartbeatMs);
  const { events } = await handle.fetchHistory();
  const acts = (events ?? []).filter(
    ({ activityTaskScheduledEventAttributes: activity, markerRecordedEventAttributes: marker }) =>
      Boolean(activity ?? marker),
  );
  return 2 + acts.length * (1 + heartbeats);
}

/** Counts what is sent to the database, a transaction's begin and commit among it. */
function countStatements({ deps }: AppContext): () => number {
  let count = 0;
  const client = deps.db.$client;
  const countIn = (one: postgres.Sql | postgres.TransactionSql): void => {
    const unsafe = one.unsafe.bind(one);
    one.unsafe = ((...args: Parameters<typeof unsafe>) => {
      count += 1;
      return unsafe(...args);
    }) as typeof one.unsafe;
  };
  countIn(client);
  const begin = client.begin.bind(client) as (work: (tx: postgres.TransactionSql) => unknown) => unknown;
  client.begin = ((work: (tx: postgres.TransactionSql) => unknown) => {
    count += 2;
    return begin((tx) => {
      countIn(tx);
      return work(tx);
    });
  }) as typeof client.begin;
  return () => count;
}
