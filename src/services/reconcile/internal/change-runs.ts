import { eq } from 'drizzle-orm';
import { changes } from '../../../db/schema/index.js';
import { stageChange, startChanges } from '../../posts/start-change.js';
import { giveUpChange } from '../../publishing/advance-change.js';
import type { ChangeRow } from '../../post-records/changes.js';
import type { ServiceDeps } from '../../shared/context.js';
import { goesOn, type RunState } from '../../shared/workflow-starter.js';
import type { SweepRun } from './sweep-rows.js';
import { isOver, oweTermination, sweepRuns } from './sweep-runs.js';

const startAgeMsMin = 5_000;

/** Checks the runs that remove or edit something public. */
export function sweepChangeRuns(run: SweepRun): Promise<number> {
  const { deps } = run;
  return sweepRuns<ChangeRow>(run, {
    table: changes,
    since: changes.runSince,
    ageMsMin: startAgeMsMin,
    id: changes.runId,
    end: ({ id, runId, runSince }, state) =>
      goesOn(state) && isOver(deps, runSince) ? giveUp(deps, id, runId ?? '') : undefined,
    start: async ({ id: changeId, postId, workspaceId, runId }) => {
      const start = { workflowId: runId ?? '', changeId, postId, workspaceId, requestId: null };
      await deps.starter.startChangePublication(start);
      return true;
    },
    replace: (change, state) => replaceRun(deps, change, state),
  });
}

async function giveUp(deps: ServiceDeps, changeId: string, workflowId: string): Promise<boolean> {
  await giveUpChange(deps, { changeId, workflowId });
  await deps.db.transaction((tx) => oweTermination(tx, deps, [workflowId]));
  deps.log.error({ changeId, workflowId }, 'a change was not ended by its run, and is ended now');
  return true;
}

/** Stages another run, which has the deadline of the first one. */
async function replaceRun(
  deps: ServiceDeps,
  { id, runId }: ChangeRow,
  state: RunState,
): Promise<string | undefined> {
  const start = await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(changes).where(eq(changes.id, id)).for('update');
    if (row === undefined || row.runId !== runId) return undefined;
    await oweTermination(tx, deps, [runId]);
    const next = await stageChange(tx, deps, row);
    // A run ends with its change. If the change does not know, a restored database may lack its calls.
    const hasEnded = state === 'completed' || state === 'closed';
    const attemptCount = row.attemptCount + (hasEnded ? 1 : 0);
    await tx.update(changes).set({ position: null, attemptCount }).where(eq(changes.id, id));
    return next;
  });
  if (start !== undefined) await startChanges(deps, [start], null);
  return start?.workflowId;
}
