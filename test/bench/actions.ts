import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { BenchStack } from './bench-stack.js';
import {
  bareTaskQueue,
  queueDatabase,
  queueTask,
  type BareCall,
  type bareWorkflows,
} from './bare/contract.js';
import { hammer, openHttpCaller, type Hammered } from './load.js';

export const callersAtOnce = 16;

interface Posts {
  count: number;
  dueAt: Date;
  /** To how many of the simulated platforms each post goes. */
  targets: 1 | 3;
}

/** Schedules posts with POST /posts, as fast as the callers get their responses. */
export function schedulePosts(stack: BenchStack, { count, dueAt, targets }: Posts): Promise<Hammered> {
  const accountIds = stack.accounts.slice(0, targets).map(({ id }) => id);
  const batch = newBatch();
  const posts = Array.from({ length: count }, (_, number) => ({
    text: `${batch}-${number}`,
    dueAt,
    accountIds,
  }));
  return scheduleEach(stack, posts);
}

export interface PostToSchedule {
  text: string;
  dueAt: Date;
  accountIds: readonly string[];
}

/** Schedules posts that differ in more than their text. */
export async function scheduleEach(stack: BenchStack, posts: readonly PostToSchedule[]): Promise<Hammered> {
  const caller = openHttpCaller(stack.apiUrl, callersAtOnce, stack.apiKey);
  try {
    return await hammer({ calls: posts.length, concurrency: callersAtOnce }, async (number) => {
      const post = posts[number];
      if (post === undefined) return;
      const targets = post.accountIds.map((id) => ({ socialAccountId: id }));
      const body = { caption: post.text, targets, scheduledFor: post.dueAt.toISOString() };
      await caller.call({ method: 'POST', path: '/api/v1/posts', body, status: 201 });
    });
  } finally {
    await caller.close();
  }
}

/** The texts of one batch differ from all others, so that arriving posts can be attributed to it. */
export const newBatch = (): string => `Benchmark ${randomUUID().slice(0, 8)}`;

/** Creates as many posts with the handler of the baseline. */
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

interface BareRuns {
  count: number;
  dueAt: Date;
  /** The calls of each run, if the runs publish something. */
  callsOf?: (number: number) => BareCall[];
}

/** Starts the delayed workflows of the baseline, and returns their ids. */
export async function startBareRuns(
  { context }: BenchStack,
  type: (typeof bareWorkflows)[keyof typeof bareWorkflows],
  { count, dueAt, callsOf }: BareRuns,
): Promise<string[]> {
  const ids: string[] = [];
  await hammer({ calls: count, concurrency: callersAtOnce }, async (number) => {
    const workflowId = `${type}:${randomUUID()}`;
    const startDelay = Math.max(1, dueAt.getTime() - Date.now());
    const args = callsOf === undefined ? [] : [callsOf(number)];
    await context.temporalClient.workflow.start(type, {
      workflowId,
      taskQueue: bareTaskQueue,
      startDelay,
      args,
    });
    ids.push(workflowId);
  });
  return ids;
}

/** Adds jobs to the queue with one statement, because how fast jobs are added is not measured. */
export async function addQueueJobs(
  { databaseUrl }: BenchStack,
  { texts, dueAt }: { texts: readonly string[]; dueAt: Date },
): Promise<void> {
  const url = new URL(databaseUrl);
  url.pathname = `/${queueDatabase}`;
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
  try {
    await sql`select graphile_worker.add_job(${queueTask}, json_build_object('text', job_text), run_at := ${dueAt})
      from unnest(${texts as string[]}::text[]) as job_text`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Returns the earliest due time of the next posts, which is after the last of them has been scheduled. */
export function dueAfterScheduling(count: number, perSecondMin: number): Date {
  const marginMs = 3_000;
  return new Date(Date.now() + marginMs + (count / perSecondMin) * 1_000);
}

export function checkStillAhead(dueAt: Date): void {
  if (Date.now() >= dueAt.getTime()) {
    throw new Error('What was being scheduled fell due meanwhile: this machine is too slow for the size.');
  }
}
