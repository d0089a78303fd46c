import { proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities.js';
import { webhookAttemptsMax } from '../domain/webhooks.js';
import {
  webhookTaskQueueOf,
  type DeliverWebhookInput,
  type DeliverWebhookResult,
} from '../domain/workflow-contract.js';

/**
 * Delivers one event to one endpoint: attempts with durable waits between them. Each attempt asks the database
 * whether this run still owns the delivery, and returns how long to wait for the next one.
 */
export async function deliverWebhookWorkflow(input: DeliverWebhookInput): Promise<DeliverWebhookResult> {
  const { workflowId, taskQueue } = workflowInfo();
  // Repeated only if it ended without a result (worker lost, database unreachable). A receiver's failure is a result.
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
