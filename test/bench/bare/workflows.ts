import { proxyActivities } from '@temporalio/workflow';
import type { BareActivities, BareCall } from './contract.js';

const { noop, publishOnce } = proxyActivities<BareActivities>({
  startToCloseTimeout: '1 minute',
  retry: { maximumAttempts: 1 },
});

/** The minimum that a post with three targets requires from Temporal: three concurrent activities. */
export async function bareThree(): Promise<number> {
  return Math.max(...(await Promise.all([noop(), noop(), noop()])));
}

export async function bareOne(): Promise<number> {
  return noop();
}

/** The same workflow with activities that publish. */
export async function honestThree(calls: BareCall[]): Promise<number> {
  return Math.max(...(await Promise.all(calls.map((call) => publishOnce(call)))));
}

export async function honestOne([call]: [BareCall]): Promise<number> {
  return publishOnce(call);
}
