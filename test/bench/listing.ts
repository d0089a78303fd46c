import postgres from 'postgres';
import { scaled, type Bench } from './bench.js';
import { databasePoolMax, type BenchStack } from './bench-stack.js';
import { hammer, openHttpCaller, type HttpCaller } from './load.js';
import { insertPosts, middlePost } from './million-posts.js';
import { plainRow, timeRow } from './rows.js';
import { median, sidesOfRound } from './statistics.js';

const postsInAll = 1_000_000;
const callsEachRun = 300;
const warmUpCalls = 100;
const limit = 25;
const aimTimes = 2;

interface Page {
  label: string;
  path: string;
  /** The rows of the page by hand-written SQL: posts, then their parts. */
  bare: (sql: postgres.Sql) => Promise<number>;
}

/** GET /posts against the queries that it cannot do without, over a pool of the same size. */
export const listing: Bench = {
  name: 'listing',
  run: async (run) => {
    const { stack, runs, say } = run;
    const count = scaled(run, postsInAll);
    await insertPosts(stack, count);
    const sql = postgres(stack.databaseUrl, { max: databasePoolMax });
    const caller = openHttpCaller(stack.apiUrl, 1, stack.apiKey);
    try {
      const rows = [];
      for (const page of await pagesOf(stack, caller, count)) {
        const calls = {
          ours: async () => countPosts(await caller.call({ method: 'GET', path: page.path, status: 200 })),
          bare: () => page.bare(sql),
        };
        const p50Ms = { ours: [] as number[], bare: [] as number[] };
        for (let round = -1; round < runs; round += 1) {
          for (const side of sidesOfRound(round)) {
            const options = { calls: round < 0 ? warmUpCalls : callsEachRun, concurrency: 1 };
            const { latenciesMs } = await hammer(options, async () => {
              const found = await calls[side]();
              if (found !== limit) throw new Error(`${page.label}, ${side}: a page of ${found} posts`);
            });
            if (round >= 0) p50Ms[side].push(median(latenciesMs));
          }
        }
        rows.push(timeRow({ label: page.label, unit: 'ms, median', ...p50Ms }, aimTimes));
        say(`  ${page.label}: ${rows.at(-1)?.result ?? ''}`);
      }
      rows.push(
        plainRow({
          label: 'an empty page, for comparison',
          unit: 'ms, median',
          ours: await emptyPages(caller),
        }),
      );
      return {
        title: `GET /posts with ${count.toLocaleString('en')} rows`,
        method: `Pages of ${limit}, one call after another; bare: the page by hand-written SQL (posts, then targets and media at once) through a pool of the same size, without HTTP, key, limits or JSON.`,
        rows,
        cpuMs: null,
        curves: null,
      };
    } finally {
      await Promise.all([caller.close(), sql.end({ timeout: 5 })]);
    }
  },
};

/** What an answer costs before there is anything in it: HTTP, key, limits, and a query that finds nothing. */
async function emptyPages(caller: HttpCaller): Promise<number[]> {
  const path = `/api/v1/posts?createdBefore=2000-01-01T00:00:00Z`;
  const { latenciesMs } = await hammer({ calls: callsEachRun, concurrency: 1 }, async () => {
    if (countPosts(await caller.call({ method: 'GET', path, status: 200 })) !== 0)
      throw new Error('not empty');
  });
  return [median(latenciesMs)];
}

interface ListPage {
  data: { id: string; createdAt: string }[];
  nextCursor: string | null;
}

function countPosts(body: string): number {
  return (JSON.parse(body) as ListPage).data.length;
}

async function pagesOf({ workspaceId }: BenchStack, caller: HttpCaller, count: number): Promise<Page[]> {
  const base = `/api/v1/posts?limit=${limit}`;
  const before = middlePost(count).createdAt;
  const upperHalf = `${base}&createdBefore=${before.toISOString()}`;
  const first = JSON.parse(await caller.call({ method: 'GET', path: upperHalf, status: 200 })) as ListPage;
  const last = first.data.at(-1);
  if (last === undefined || first.nextCursor === null) throw new Error('There is no page in the middle.');
  const cursor = encodeURIComponent(first.nextCursor);
  return [
    {
      label: 'first page',
      path: base,
      bare: (sql) =>
        withParts(
          sql,
          sql`select * from posts where workspace_id = ${workspaceId} and deleted_at is null
            order by created_at desc, id desc limit ${limit}`,
        ),
    },
    {
      label: 'page in the middle, by cursor',
      path: `${upperHalf}&cursor=${cursor}`,
      bare: (sql) =>
        withParts(
          sql,
          sql`select * from posts where workspace_id = ${workspaceId} and deleted_at is null
            and created_at < ${before} and (created_at, id) < (${last.createdAt}, ${last.id})
            order by created_at desc, id desc limit ${limit}`,
        ),
    },
    {
      label: 'failed posts on one platform',
      path: `${base}&status=FAILED&platform=X`,
      bare: (sql) =>
        withParts(
          sql,
          sql`select * from posts where workspace_id = ${workspaceId} and deleted_at is null and status = 'FAILED'
            and exists (select from targets where post_id = posts.id and platform = 'X')
            order by created_at desc, id desc limit ${limit}`,
        ),
    },
  ];
}

async function withParts(sql: postgres.Sql, page: postgres.PendingQuery<postgres.Row[]>): Promise<number> {
  const posts = await page;
  const ids = posts.map(({ id }) => String(id));
  await Promise.all([
    sql`select * from targets where post_id = any(${ids}) order by post_id, "order"`,
    sql`select * from post_media where post_id = any(${ids}) order by post_id, "order"`,
  ]);
  return posts.length;
}
