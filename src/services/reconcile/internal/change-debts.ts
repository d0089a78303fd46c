import { and, asc, eq, isNotNull, lt } from 'drizzle-orm';
import { changes } from '../../../db/schema/index.js';
import { publishDeadlineGraceMs, publishDeadlineMs } from '../../../domain/limits.js';
import type { ChangeRow } from '../../post-records/changes.js';
import { giveUpChange } from '../../publishing/advance-change.js';
import { stageChange, startChanges } from '../../posts/start-change.js';
import type { ServiceDeps } from '../../shared/context.js';
import { goesOn, type RunState } from '../../shared/workflow-starter.js';
import { oweTermination } from './end-overdue.js';
import { ago, isAfter, isDueForLook, pageRowsMax, sweepRows, type SweepRun } from './sweep-rows.js';

const startAgeMsMin = 5_000;

/** A run ends by itself before this time. A run that has not is stuck or paused. */
const endedAfterMs = publishDeadlineMs + publishDeadlineGraceMs;

/**
 * Checks changes whose run may be gone. If Temporal does not know the run, it is started. If the run has ended, or no
 * worker can go on with it, another one takes its place. A change that its run does not end in time ends here.
 */
export function sweepChangeRuns(run: SweepRun): Promise<number> {
  const { deps } = run;
  return sweepRows<ChangeRow>(run, {
    kind: 'RUN',
    read: (after) =>
      deps.db
        .select()
        .from(changes)
        .where(
          and(
            isNotNull(changes.runId),
            lt(changes.runSince, ago(deps, startAgeMsMin)),
            isAfter(changes.runSince, changes.id, after),
            isDueForLook(deps, 'RUN', changes.runId),
          ),
        )
        .orderBy(asc(changes.runSince), asc(changes.id))
        .limit(pageRowsMax),
    cursorOf: ({ runSince, id }) => ({ at: runSince ?? new Date(0), id }),
    debtIdOf: ({ runId }) => runId ?? '',
    look: async ({ id: changeId, postId, workspaceId, runId: workflowId, runSince }) => {
      if (workflowId === null || runSince === null) return 'GOES_ON';
      const state = await deps.starter.describe(workflowId);
      if (goesOn(state)) {
        if (runSince > ago(deps, endedAfterMs)) return 'GOES_ON';
        await giveUp(deps, { changeId, workflowId });
        return 'DONE';
      }
      if (state !== 'missing')
        return (await replaceRun(deps, { changeId, workflowId }, state)) ? 'DONE' : 'GOES_ON';
      const start = { workflowId, changeId, postId, workspaceId, requestId: null };
      await deps.starter.startChangePublication(start);
      return 'DONE';
    },
  });
}

async function giveUp(deps: ServiceDeps, run: { changeId: string; workflowId: string }): Promise<void> {
  await giveUpChange(deps, run);
  await deps.db.transaction((tx) => oweTermination(tx, deps, [run.workflowId]));
  deps.log.error(run, 'a change was not ended by its run, and is ended now');
}

/** Replaces a run that does not go on. The change keeps its deadline. */
async function replaceRun(
  deps: ServiceDeps,
  { changeId, workflowId }: { changeId: string; workflowId: string },
  state: RunState,
): Promise<boolean> {
  const start = await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(changes).where(eq(changes.id, changeId)).for('update');
    if (row?.runId !== workflowId) return undefined;
    await oweTermination(tx, deps, [workflowId]);
    const next = await stageChange(tx, deps, row);
    // A run ends with its change. If the change does not know, a restored database may lack its calls.
    const hasEnded = state === 'completed' || state === 'closed';
    await tx
      .update(changes)
      .set({ position: null, attemptCount: row.attemptCount + (hasEnded ? 1 : 0) })
      .where(eq(changes.id, changeId));
    return next;
  });
  if (start === undefined) return false;
  deps.log.warn({ changeId, workflowId, state }, 'a run of a change was gone and is replaced');
  await startChanges(deps, [start], null);
  return true;
}
