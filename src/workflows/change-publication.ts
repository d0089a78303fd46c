import { continueAsNew, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { ChangePublicationInput } from '../domain/workflow-contract.js';
import { afterLoss } from './after-loss.js';
import { advanceChange } from './options.js';

/**
 * Removes or edits a public post. The workflow only waits: `advanceChange` decides and takes the next step from the
 * rows.
 */
export async function changePublicationWorkflow({ changeId }: ChangePublicationInput): Promise<void> {
  const { workflowId } = workflowInfo();
  let known: { attempts?: number } = {};
  for (let losses = 0; ;) {
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof changePublicationWorkflow>({ changeId });
    try {
      const answer = await advanceChange({ changeId, workflowId, nowMs: Date.now(), ...known });
      losses = 0;
      setCurrentDetails(answer.text);
      if (answer.kind === 'END') return;
      known = { attempts: answer.attempts };
      await sleep(answer.waitMs, { summary: answer.text });
    } catch (error) {
      await afterLoss(error, losses, { changeId });
      losses += 1;
    }
  }
}
