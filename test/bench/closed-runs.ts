import type { workflowTypes } from '../../src/domain/workflow-contract.js';
import { waitFor } from '../../src/launcher/waiting.js';
import type { BenchStack } from './bench-stack.js';
import type { bareWorkflows } from './bare/contract.js';

const pollMs = 500;
const settleMs = 180_000;
const settleMsEach = 300;

export interface RunsOf {
  type: typeof workflowTypes.publishPost | (typeof bareWorkflows)[keyof typeof bareWorkflows];
  startedSince: Date;
  count: number;
}

/** Waits until that many runs have completed, and returns the time at which the server closed the last of them. */
export async function untilAllClosed({ context }: BenchStack, runs: RunsOf): Promise<Date> {
  const { workflow } = context.temporalClient;
  const since = `WorkflowType = '${runs.type}' AND StartTime >= '${runs.startedSince.toISOString()}'`;
  const query = `${since} AND ExecutionStatus = 'Completed'`;
  await waitFor(async () => ((await workflow.count(query)).count >= runs.count ? true : undefined), {
    timeoutMs: settleMs + runs.count * settleMsEach,
    intervalMs: pollMs,
    failure: `Not all of ${runs.count} runs of ${runs.type} had completed`,
  });
  let lastMs = 0;
  for await (const { closeTime } of workflow.list({ query, pageSize: 1_000 })) {
    lastMs = Math.max(lastMs, closeTime?.getTime() ?? 0);
  }
  return new Date(lastMs);
}

/** Throws if a post was not published, because then the measurement is worthless. */
export async function checkAllPublished(
  { context }: BenchStack,
  { since, targets }: { since: Date; targets: number },
): Promise<void> {
  const rows = await context.deps.db.query.targets.findMany({
    columns: { status: true },
    where: (table, { gte }) => gte(table.createdAt, since),
  });
  const published = rows.filter(({ status }) => status === 'PUBLISHED').length;
  if (published !== targets) throw new Error(`Only ${published} of ${targets} targets were published.`);
}
