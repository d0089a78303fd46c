import { publishPostWorkflowId, workflowTypes } from '../../src/domain/workflow-contract.js';
import { schedulePosts, checkStillAhead, startBareRuns } from './actions.js';
import { bareWorkflows } from './bare/contract.js';
import type { Bench } from './bench.js';
import type { BenchStack } from './bench-stack.js';
import { checkAllPublished, untilAllClosed } from './closed-runs.js';
import { timeRow } from './rows.js';

const postsEach = 10;
const leadMs = 3_000;

interface Sizes {
  events: number[];
  bytes: number[];
}

/** Compares the history that a published post leaves in Temporal with that of a workflow with as many activities. */
export const history: Bench = {
  name: 'history',
  run: async ({ stack }) => {
    const rows = [];
    for (const [targets, type] of [
      [1, bareWorkflows.one],
      [3, bareWorkflows.three],
    ] as const) {
      const ours = await sizesOf(stack, await publishedRuns(stack, targets));
      const bare = await sizesOf(stack, await bareRuns(stack, type));
      const label = targets === 1 ? 'one target' : 'three targets';
      rows.push(
        timeRow({ label: `${label}: events`, unit: 'events', ours: ours.events, bare: bare.events }, null),
        timeRow({ label: `${label}: bytes`, unit: 'bytes', ours: ours.bytes, bare: bare.bytes }, null),
      );
    }
    return {
      title: 'History of a published post',
      method: `${postsEach} posts each; bare: a workflow of as many activities that do nothing.`,
      rows: rows.map((row) => ({ ...row, speed: null })),
      cpuMs: null,
      curves: null,
    };
  },
};

async function publishedRuns(stack: BenchStack, targets: 1 | 3): Promise<string[]> {
  const startedSince = new Date();
  const dueAt = new Date(Date.now() + leadMs);
  await schedulePosts(stack, { count: postsEach, dueAt, targets });
  checkStillAhead(dueAt);
  await untilAllClosed(stack, { type: workflowTypes.publishPost, startedSince, count: postsEach });
  await checkAllPublished(stack, { since: startedSince, targets: postsEach * targets });
  const rows = await stack.context.deps.db.query.posts.findMany({
    columns: { id: true, generation: true },
    where: (table, { gte }) => gte(table.createdAt, startedSince),
  });
  return rows.map(({ id, generation }) => publishPostWorkflowId(id, generation));
}

async function bareRuns(
  stack: BenchStack,
  type: (typeof bareWorkflows)[keyof typeof bareWorkflows],
): Promise<string[]> {
  const startedSince = new Date();
  const ids = await startBareRuns(stack, type, { count: postsEach, dueAt: new Date(Date.now() + leadMs) });
  await untilAllClosed(stack, { type, startedSince, count: postsEach });
  return ids;
}

async function sizesOf({ context }: BenchStack, workflowIds: string[]): Promise<Sizes> {
  const sizes: Sizes = { events: [], bytes: [] };
  for (const id of workflowIds) {
    const { historyLength, historySize } = await context.temporalClient.workflow.getHandle(id).describe();
    sizes.events.push(historyLength);
    sizes.bytes.push(historySize ?? 0);
  }
  return sizes;
}
