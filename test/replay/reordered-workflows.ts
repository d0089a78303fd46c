import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../src/activities/create-activities.js';

const { advance } = proxyActivities<Pick<Activities, 'advance'>>({ startToCloseTimeout: '1 minute' });

/** Runs PublishPost as a careless change would leave it: it waits before it asks what to do. */
export async function PublishPost({ postId }: { postId: string }): Promise<void> {
  await sleep('1 second');
  await advance({ postId, targetId: '', workflowId: '', nowMs: 0 });
}
