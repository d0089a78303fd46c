import { CancellationScope, continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { RetryFirstCommentInput } from '../domain/workflow-contract.js';
import { local } from './options.js';
import { publishTarget, type TargetEnd } from './publish-target.js';

/** Tries a first comment again, under the same protocol as every publication. */
export async function retryFirstCommentWorkflow({ postId, targetId }: RetryFirstCommentInput): Promise<void> {
  const { workflowId } = workflowInfo();
  const run = {
    postId,
    workflowId,
    report: (_id: string, text: string): void => setCurrentDetails(text),
    pauses: new Set<CancellationScope>(),
  };
  let end: TargetEnd | undefined;
  try {
    end = await publishTarget(run, targetId, 'First comment');
  } finally {
    // If the target ended, the last step has recorded the end.
    if (end === undefined || CancellationScope.current().consideredCancelled) {
      await CancellationScope.nonCancellable(() => local.endCommentRun({ targetId, workflowId }));
    }
  }
  if (end === 'RENEW') await continueAsNew<typeof retryFirstCommentWorkflow>({ postId, targetId });
}
