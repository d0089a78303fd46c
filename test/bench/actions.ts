import { randomUUID } from 'node:crypto';
import type { BenchStack } from './bench-stack.js';
import { bareTaskQueue, type bareWorkflows } from './bare/contract.js';
import { hammer, openHttpCaller, type Hammered } from './load.js';

export const callersAtOnce = 16;

interface Posts {
  count: number;
  dueAt: Date;
  /** How many of the simulated platforms each post goes to. */
  targets: 1 | 3;
}

/** Schedules posts by POST /posts, as fast as the callers get their answers. */
export async function schedulePosts(stack: BenchStack, posts: Posts): Promise<Hammered> {
  const caller = openHttpCaller(stack.apiUrl, callersAtOnce, stack.apiKey);
  const targets = stack.accounts.slice(0, posts.targets).map(({ id }) => ({ socialAccountId: id }));
  const batch = randomUUID().slice(0, 8);
  const scheduledFor = posts.dueAt.toISOString();
  try {
    return await hammer({ calls: posts.count, concurrency: callersAtOnce }, async (number) => {
      const body = { caption: `Benchmark ${batch}-${number}`, targets, scheduledFor };
      await caller.call({ method: 'POST', path: '/api/v1/posts', body, status: 201 });
    });
  } finally {
    await caller.close();
  }
}

/** The same calls, to the bare handler. */
export async function scheduleBareRows(
  stack: BenchStack,
  { count, dueAt }: { count: number; dueAt: Date },
): Promise<Hammered> {
  const caller = openHttpCaller(stack.bareUrl, callersAtOnce);
  const scheduledFor = dueAt.toISOString();
  try {
    return await hammer({ calls: count, concurrency: callersAtOnce }, async (number) => {
      const body = { caption: `Benchmark ${number}`, scheduledFor };
      await caller.call({ method: 'POST', path: '/posts', body, status: 201 });
    });
  } finally {
    await caller.close();
  }
}

/** Delayed workflows of the baseline; gives their ids. */
export async function startBareRuns(
  { context }: BenchStack,
  type: (typeof bareWorkflows)[keyof typeof bareWorkflows],
  { count, dueAt }: { count: number; dueAt: Date },
): Promise<string[]> {
  const ids: string[] = [];
  await hammer({ calls: count, concurrency: callersAtOnce }, async () => {
    const workflowId = `${type}:${randomUUID()}`;
    const startDelay = Math.max(1, dueAt.getTime() - Date.now());
    await context.temporalClient.workflow.start(type, { workflowId, taskQueue: bareTaskQueue, startDelay });
    ids.push(workflowId);
  });
  return ids;
}

/** When what is about to be scheduled may fall due: not before the last of it has been scheduled. */
export function dueAfterScheduling(count: number, perSecondMin: number): Date {
  const marginMs = 3_000;
  return new Date(Date.now() + marginMs + (count / perSecondMin) * 1_000);
}

export function checkStillAhead(dueAt: Date): void {
  if (Date.now() >= dueAt.getTime()) {
    throw new Error('What was being scheduled fell due meanwhile: this machine is too slow for the size.');
  }
}
