import { randomUUID } from 'node:crypto';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import postgres from 'postgres';
import { createActivities } from '../../src/activities/create-activities.js';
import type { AppContext } from '../../src/context.js';
import { migrateDatabase } from '../../src/db/migrate.js';
import { measuredAgeMsMax } from '../../src/domain/metrics.js';
import { workflowTypes } from '../../src/domain/workflow-contract.js';
import { ensureDatabase } from '../../src/launcher/postgres.js';
import { workflowSources } from '../../src/temporal/workflow-sources.js';
import { scaled, type Bench, type BenchRun } from './bench.js';
import { createBenchContext } from './bench-stack.js';
import { burstPostId, createBenchPlatform, type BenchPlatform } from './inbox-platform.js';
import { insertInbox, restFeeds, spreadReadings } from './inbox-rows.js';
import { residentMebibytesOf } from './process-figures.js';
import type { Row } from './report.js';
import { plainRow } from './rows.js';

const accounts = 10_000;
const posts = 100_000;
const burstComments = 5_000;
/** The statements and actions a second that reading comments, and reading metrics, may take. */
const perSecondMax = { comments: 5, metrics: 1 };
const growthMebibytesMax = 100;
const sampleMs = 50;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The SDK sends at most one heartbeat in this time, which is a fraction of the timeout of 20 s. */
const heartbeatMs = 16_000;
const sweepsMax = 10;

/**
 * Whether the runtime is configured. The whole process shares it, and it can be configured only before its first use.
 */
let isQuiet = false;

/** Measures the cost of reading an inbox without comments, of reading metrics, and of a post with very many comments. */
export const inbox: Bench = {
  name: 'inbox',
  run: async (run) => ({
    title: `${accounts.toLocaleString('en')} accounts whose comments are read`,
    method: `${posts.toLocaleString('en')} posts, spread over 14 days, and over one day; ${run.runs} sweeps, a minute apart by a shifted clock, against a platform in this process that shows nothing new. The same for metrics, over 30 days, whose values change with each reading. Statements are counted where they are sent, with BEGIN and COMMIT; actions are those that Temporal bills: starts, activities, markers and heartbeats. Then ${burstComments.toLocaleString('en')} comments under one post, with one endpoint that is told.`,
    rows: [
      ...(await idle(run, 14 * dayMs, '14 days')),
      ...(await idle(run, dayMs, 'one day')),
      ...(await measuring(run)),
    ],
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
  sweep: (type?: SweepType) => Promise<number>;
  close: () => Promise<void>;
}

async function idle(run: BenchRun, spanMs: number, label: string): Promise<Row[]> {
  const house = await openHouse(run, `inbox_${spanMs / dayMs}`);
  try {
    await fill(run, house, spanMs);
    const sweeps = await sweepOften(run, house, 'pollComments');
    const rows = [
      plainRow({ label: `posts over ${label}: read in a sweep`, unit: 'posts', ours: sweeps.read }),
      plainRow({ label: `posts over ${label}: a sweep takes`, unit: 's', ours: sweeps.seconds }),
      rateRow(`posts over ${label}: database`, 'statements/s', sweeps.statements, perSecondMax.comments),
      rateRow(`posts over ${label}: Temporal`, 'actions/s', sweeps.actions, perSecondMax.comments),
    ];
    return spanMs === dayMs ? [...rows, ...(await burst(run, house))] : rows;
  } finally {
    await house.close();
  }
}

/** Reads the metrics of posts over the 30 days in which the service reads them automatically. */
async function measuring(run: BenchRun): Promise<Row[]> {
  const house = await openHouse(run, 'inbox_metrics');
  try {
    await insertPosts(run, house, measuredAgeMsMax);
    const activities = createActivities(house.context.deps);
    await takeUp(run, house, { table: 'metric_feeds', plan: () => activities.planMeasuring() });
    await spreadReadings(house.databaseUrl, house.clock.now().getTime());
    const sweeps = await sweepOften(run, house, 'pollMetrics');
    const { statements, actions } = sweeps;
    return [
      plainRow({ label: 'metrics over 30 days: read in a sweep', unit: 'posts', ours: sweeps.read }),
      plainRow({ label: 'metrics over 30 days: a sweep takes', unit: 's', ours: sweeps.seconds }),
      rateRow('metrics over 30 days: database', 'statements/s', statements, perSecondMax.metrics),
      rateRow('metrics over 30 days: Temporal', 'actions/s', actions, perSecondMax.metrics),
    ];
  } finally {
    await house.close();
  }
}

type SweepType = 'pollComments' | 'pollMetrics';

/** Runs sweeps a minute apart. Returns the cost of each, divided by the seconds of that minute. */
async function sweepOften(run: BenchRun, house: House, type: SweepType) {
  const sweeps = { statements: [], actions: [], seconds: [], read: [] } as Record<
    'statements' | 'actions' | 'seconds' | 'read',
    number[]
  >;
  for (let sweep = 0; sweep < run.runs; sweep += 1) {
    house.clock.shiftMs += minuteMs;
    const [before, readBefore, startMs] = [house.statements(), house.platform.read(), performance.now()];
    sweeps.actions.push(((await house.sweep(type)) / minuteMs) * 1_000);
    const seconds = (performance.now() - startMs) / 1_000;
    const read = house.platform.read() - readBefore;
    sweeps.seconds.push(seconds);
    sweeps.statements.push(((house.statements() - before) / minuteMs) * 1_000);
    sweeps.read.push(read);
    run.say(`  ${type}: ${read} posts read in ${seconds.toFixed(1)} s`);
  }
  return sweeps;
}

function rateRow(label: string, unit: string, ours: number[], aim: number): Row {
  const most = Math.max(...ours);
  return plainRow(
    { label, unit, ours },
    { result: `at most ${most.toFixed(2)}`, aim: `at most ${aim}`, reached: most <= aim },
  );
}

const sizeOf = (run: BenchRun) => ({ accounts: scaled(run, accounts), posts: scaled(run, posts) });

async function insertPosts(run: BenchRun, house: House, spanMs: number): Promise<void> {
  const { vault } = house.context.deps;
  const place = { table: 'social_accounts', column: 'credentials', rowId: 'acc_' } as const;
  await insertInbox(house.databaseUrl, {
    ...sizeOf(run),
    spanMs,
    credentials: vault.seal(JSON.stringify({ token: 'bench' }), place),
  });
  // The credentials of all rows were encrypted once, for one shared place, instead of separately for each row.
  house.context.deps.vault = { ...vault, open: (sealed) => vault.open(sealed, place) };
}

/** Plans sweeps until all posts have a feed. */
async function takeUp(
  run: BenchRun,
  { databaseUrl }: House,
  { table, plan }: { table: 'comment_feeds' | 'metric_feeds'; plan: () => Promise<unknown> },
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const wanted = sizeOf(run).posts;
  try {
    let taken = 0;
    for (let before = -1; taken > before;) {
      before = taken;
      await plan();
      const [row] = await sql<{ taken: number }[]>`select count(*)::int as taken from ${sql(table)}`;
      taken = row?.taken ?? 0;
    }
    if (taken < wanted * 0.99) throw new Error(`Only ${taken} of ${wanted} posts were taken up.`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Fills the inbox, and reads every post once. */
async function fill(run: BenchRun, house: House, spanMs: number): Promise<void> {
  await insertPosts(run, house, spanMs);
  const activities = createActivities(house.context.deps);
  await takeUp(run, house, { table: 'comment_feeds', plan: () => activities.planCommentReads() });
  const sql = postgres(house.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
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

/** Measures by how many MiB this process has grown at most. */
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
    sweep: (type = 'pollComments') => sweepOnce(context, taskQueue, type),
    close: async () => {
      worker.shutdown();
      await running;
      await connection.close();
      await context.close();
    },
  };
}

/** Runs one sweep, and returns the number of Temporal's billable actions, including the one of the Schedule. */
async function sweepOnce(
  { temporalClient: client }: AppContext,
  taskQueue: string,
  type: SweepType,
): Promise<number> {
  const workflowId = `${type}-${randomUUID()}`;
  const handle = await client.workflow.start(workflowTypes[type], { taskQueue, workflowId });
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

/** Counts what is sent to the database, including the begin and commit of a transaction. */
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
