import { and, eq } from 'drizzle-orm';
import { targets } from '../../db/schema/index.js';
import { publishDeadlineMs } from '../../domain/limits.js';
import type { BeginPublishResult } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import { lookupDelayOverride } from './begin-publish.js';

/** The fence of a first-comment retry: the target must name this run. */
export async function beginCommentRun(
  deps: ServiceDeps,
  { targetId, workflowId, nowMs }: { targetId: string; workflowId: string; nowMs: number },
): Promise<Exclude<BeginPublishResult, { kind: 'WAIT' }>> {
  const [target] = await deps.db
    .select({ socialAccountId: targets.socialAccountId, platform: targets.platform })
    .from(targets)
    .where(and(eq(targets.id, targetId), eq(targets.commentRunId, workflowId)));
  if (target === undefined) return { kind: 'SUPERSEDED' };
  return {
    kind: 'PUBLISH',
    deadlineMs: nowMs + publishDeadlineMs,
    targets: [{ targetId, ...target, steps: ['FIRST_COMMENT'] }],
    ...lookupDelayOverride(deps),
  };
}

/** Ends the run. After that, a failed first comment may be retried again. */
export async function endCommentRun(
  deps: ServiceDeps,
  { targetId, workflowId }: { targetId: string; workflowId: string },
): Promise<void> {
  await deps.db
    .update(targets)
    .set({ commentRunId: null, commentRunSince: null })
    .where(and(eq(targets.id, targetId), eq(targets.commentRunId, workflowId)));
}
