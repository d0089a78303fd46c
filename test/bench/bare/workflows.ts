import { proxyActivities } from '@temporalio/workflow';
import type { BareActivities, BareCall } from './contract.js';

const { noop, publishOnce } = proxyActivities<BareActivities>({
  startToCloseTimeout: '1 minute',
  retry: { maximumAttempts: 1 },
});

/** As much of Temporal as a post of three targets needs at least: three activities at once. */
export async function bareThree(): Promise<number> {
  return Math.max(...(await Promise.all([noop(), noop(), noop()])));
}

export async function bareOne(): Promise<number> {
  return noop();
}

/** The same, with activities that publish. */
export async function honestThree(calls: BareCall[]): Promise<number> {
  return Math.max(...(await Promise.all(calls.map((call) => publishOnce(call)))));
}

export async function honestOne([call]: [BareCall]): Promise<number> {
  return publishOnce(call);
}
