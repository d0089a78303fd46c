import { CancellationScope, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { RetryFirstCommentInput } from '../domain/workflow-contract.js';
import { local } from './options.js';
import { publishTarget } from './publish-target.js';

/** One more try at a first comment, under the same protocol as everything that becomes public. */
export async function retryFirstCommentWorkflow({ postId, targetId }: RetryFirstCommentInput): Promise<void> {
  const { workflowId } = workflowInfo();
  const plan = await local.beginCommentRun({ targetId, workflowId, nowMs: Date.now() });
  if (plan.kind === 'SUPERSEDED') return;
  try {
    for (const target of plan.targets) {
      await publishTarget({
        postId,
        workflowId,
        deadlineMs: plan.deadlineMs,
        lookupDelaysMs: plan.lookupDelaysMs,
        target,
        report: setCurrentDetails,
      });
    }
  } finally {
    await CancellationScope.nonCancellable(() => local.endCommentRun({ targetId, workflowId }));
  }
}
