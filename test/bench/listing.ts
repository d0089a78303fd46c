import { isDeepStrictEqual } from 'node:util';
import { scaled, type Bench } from './bench.js';
import type { BenchStack } from './bench-stack.js';
import { hammer, openHttpCaller, type HttpCaller } from './load.js';
import { insertPosts, middlePost } from './million-posts.js';
import { plainRow, timeRow } from './rows.js';
import { median, sidesOfRound } from './statistics.js';

const postsInAll = 1_000_000;
const callsEachRun = 500;
/** The two handlers take turns that are this short, so that a slow moment of the machine affects both. */
const callsEachTurn = 20;
// After this many calls, the code of both handlers has been compiled.
const warmUpCalls = 1_000;
const limit = 25;
const aimTimes = 1.5;

type Side = 'ours' | 'bare';

interface Page extends Record<Side, string> {
  label: string;
}

/** Compares GET /posts with a handler that runs only the indispensable queries and writes the same JSON. */
export const listing: Bench = {
  name: 'listing',
  run: async (run) => {
    const { stack, runs, say } = run;
    const count = scaled(run, postsInAll);
    await insertPosts(stack, count);
    const callers = {
      ours: openHttpCaller(stack.apiUrl, 1, stack.apiKey),
      bare: openHttpCaller(stack.bareUrl, 1),
    };
    try {
      const rows = [];
      for (const page of await pagesOf(stack, callers.ours, count)) {
        await checkSame(page, callers);
        const p50Ms = { ours: [] as number[], bare: [] as number[] };
        for (let round = -1; round < runs; round += 1) {
          const all = { ours: [] as number[], bare: [] as number[] };
          const turns = (round < 0 ? warmUpCalls : callsEachRun) / callsEachTurn;
          for (let turn = 0; turn < turns; turn += 1) {
            for (const side of sidesOfRound(turn)) {
              const { latenciesMs } = await hammer({ calls: callsEachTurn, concurrency: 1 }, async () => {
                await callers[side].call({ method: 'GET', path: page[side], status: 200 });
              });
              all[side].push(...latenciesMs);
            }
          }
          if (round < 0) continue;
          for (const side of ['ours', 'bare'] as const) p50Ms[side].push(median(all[side]));
        }
        rows.push(timeRow({ label: page.label, unit: 'ms, median', ...p50Ms }, aimTimes));
        say(`  ${page.label}: ${rows.at(-1)?.result ?? ''}`);
      }
      rows.push(
        plainRow({
          label: 'an empty page, for comparison',
          unit: 'ms, median',
          ours: await emptyPages(callers.ours),
        }),
      );
      return {
        title: `GET /posts with ${count.toLocaleString('en')} rows`,
        method: `Pages of ${limit}, one call after another; bare: a Hono handler in a process of its own that reads the page by hand-written SQL (posts, then targets and media at once) through a pool of the same size, and writes the same JSON, without key, rights and limits.`,
        rows,
        cpuMs: null,
        curves: null,
      };
    } finally {
      await Promise.all(Object.values(callers).map((caller) => caller.close()));
    }
  },
};

/** The cost of an empty response: HTTP, key, limits, and a query that finds nothing. */
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
  const bare = `/posts?workspaceId=${workspaceId}&limit=${limit}`;
  const before = middlePost(count).createdAt.toISOString();
  const upperHalf = `${base}&createdBefore=${before}`;
  const first = JSON.parse(await caller.call({ method: 'GET', path: upperHalf, status: 200 })) as ListPage;
  const last = first.data.at(-1);
  if (last === undefined || first.nextCursor === null) throw new Error('There is no page in the middle.');
  const cursor = encodeURIComponent(first.nextCursor);
  const after = `afterCreatedAt=${last.createdAt}&afterId=${last.id}`;
  return [
    { label: 'first page', ours: base, bare },
    {
      label: 'page in the middle, by cursor',
      ours: `${upperHalf}&cursor=${cursor}`,
      bare: `${bare}&createdBefore=${before}&${after}`,
    },
    {
      label: 'failed posts on one platform',
      ours: `${base}&status=FAILED&platform=X`,
      bare: `${bare}&status=FAILED&platform=X`,
    },
  ];
}

/** Checks that both handlers return the same posts. Only their cursors may differ. */
async function checkSame({ label, ours, bare }: Page, callers: Record<Side, HttpCaller>): Promise<void> {
  const read = async (side: Side, path: string): Promise<ListPage> =>
    JSON.parse(await callers[side].call({ method: 'GET', path, status: 200 })) as ListPage;
  const [one, other] = [await read('ours', ours), await read('bare', bare)];
  if (one.data.length !== limit) throw new Error(`${label}: a page of ${one.data.length} posts`);
  if (!isDeepStrictEqual(one.data, other.data) || (one.nextCursor === null) !== (other.nextCursor === null))
    throw new Error(`${label}: the bare handler answers with another page`);
}
