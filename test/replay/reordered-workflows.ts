import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../src/activities/create-activities.js';

const { lookupStep } = proxyActivities<Pick<Activities, 'lookupStep'>>({ startToCloseTimeout: '1 minute' });

/** PublishPost as a careless change would leave it: it waits and looks before it asks the fence. */
export async function PublishPost({ postId }: { postId: string }): Promise<void> {
  await sleep('1 second');
  await lookupStep({ postId, targetId: '', step: 'POST', workflowId: '', absencesBefore: 0, last: true });
}
