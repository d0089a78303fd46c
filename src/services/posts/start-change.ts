import { eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { changes } from '../../db/schema/index.js';
import { changePublicationWorkflowId } from '../../domain/workflow-contract.js';
import type { ChangeRow } from '../post-records/changes.js';
import { tryStart } from '../post-runs/try-start.js';
import type { RequestContext, ServiceDeps } from '../shared/context.js';
import { awaitOutcome } from '../shared/remote-calls/await-outcome.js';
import type { ChangePublicationStart } from '../shared/workflow-starter.js';

/**
 * Assigns a change to the run that makes it, in the transaction that requests the change. The run is started after the
 * commit.
 */
export async function stageChange(
  tx: Tx,
  { clock }: Pick<ServiceDeps, 'clock'>,
  { id, postId, workspaceId, runs }: Pick<ChangeRow, 'id' | 'postId' | 'workspaceId' | 'runs'>,
): Promise<ChangePublicationStart> {
  const now = clock.now();
  const workflowId = changePublicationWorkflowId(id, runs + 1);
  await tx
    .update(changes)
    .set({
      status: 'REQUESTED',
      runs: runs + 1,
      runId: workflowId,
      runSince: sql`coalesce(${changes.runSince}, ${now.toISOString()}::timestamptz)`,
      updatedAt: now,
    })
    .where(eq(changes.id, id));
  return { workflowId, changeId: id, postId, workspaceId, requestId: null };
}

/** Starts the runs of changes. A start that fails is repeated by the reconciler. */
export async function startChanges(
  deps: ServiceDeps,
  starts: readonly ChangePublicationStart[],
  requestId: string | null,
): Promise<void> {
  for (const staged of starts) {
    const start = { ...staged, requestId };
    await tryStart(deps, start, () => deps.starter.startChangePublication(start));
  }
}

/** Waits a while until the changes have ended. */
export async function awaitChanges(ctx: RequestContext, changeIds: readonly string[]): Promise<void> {
  if (changeIds.length === 0) return;
  await awaitOutcome(ctx, async () => {
    const rows = await ctx.db
      .select({ runId: changes.runId })
      .from(changes)
      .where(inArray(changes.id, [...changeIds]));
    return rows.every(({ runId }) => runId === null);
  });
}
