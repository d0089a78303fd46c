import { CancellationScope, continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { RetryFirstCommentInput, TargetProgress } from '../domain/workflow-contract.js';
import { local } from './options.js';
import { publishTarget } from './publish-target.js';
import { createRenewal } from './renewal.js';

/** Tries a first comment again, under the same protocol as every publication. */
export async function retryFirstCommentWorkflow(input: RetryFirstCommentInput): Promise<void> {
  const { postId, targetId, progress = {} } = input;
  const { workflowId } = workflowInfo();
  const plan = await local.beginCommentRun({ targetId, workflowId, nowMs: Date.now() });
  if (plan.kind === 'SUPERSEDED') return;
  const deadlineMs = input.deadlineMs ?? plan.deadlineMs;
  const renewal = createRenewal();
  const stopped: Record<string, TargetProgress> = {};
  const goesOn = (): boolean =>
    Object.keys(stopped).length > 0 && !CancellationScope.current().consideredCancelled;
  try {
    for (const target of plan.targets) {
      const at = await publishTarget({
        postId,
        workflowId,
        deadlineMs,
        lookupDelaysMs: plan.lookupDelaysMs,
        target,
        renewal,
        progress: progress[target.targetId],
        report: setCurrentDetails,
      });
      if (at !== undefined) stopped[target.targetId] = at;
    }
  } finally {
    if (!goesOn()) {
      await CancellationScope.nonCancellable(() => local.endCommentRun({ targetId, workflowId }));
    }
  }
  if (goesOn()) {
    await continueAsNew<typeof retryFirstCommentWorkflow>({
      postId,
      targetId,
      progress: stopped,
      deadlineMs,
    });
  }
}
