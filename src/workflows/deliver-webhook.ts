import { proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities.js';
import { webhookAttemptsMax } from '../domain/webhooks.js';
import {
  webhookTaskQueueOf,
  type DeliverWebhookInput,
  type DeliverWebhookResult,
} from '../domain/workflow-contract.js';

/**
 * Delivers one event to one endpoint, in attempts with durable waits between them. Each attempt checks in the database
 * whether this run still owns the delivery, and returns the wait before the next attempt.
 */
export async function deliverWebhookWorkflow(input: DeliverWebhookInput): Promise<DeliverWebhookResult> {
  const { workflowId, taskQueue } = workflowInfo();
  // Temporal repeats an attempt only if it ended without a result (worker lost, database unreachable). A receiver's
  // failure is a result.
  const { attemptDelivery } = proxyActivities<Pick<Activities, 'attemptDelivery'>>({
    taskQueue: webhookTaskQueueOf(taskQueue),
    startToCloseTimeout: '30 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  });
  for (let step = 0; step < webhookAttemptsMax; step += 1) {
    const attempt = `attempt ${step + 1} of ${webhookAttemptsMax}`;
    const verdict = await attemptDelivery.executeWithOptions({ summary: `Deliver, ${attempt}` }, [
      { ...input, workflowId, step, nowMs: Date.now() },
    ]);
    if (verdict.kind !== 'RETRY') return { outcome: verdict.kind };
    setCurrentDetails(`The ${attempt} failed. The next one follows in ${verdict.waitMs / 1000} s.`);
    await sleep(verdict.waitMs, { summary: `After ${attempt} failed` });
  }
  return { outcome: 'DEAD' };
}
