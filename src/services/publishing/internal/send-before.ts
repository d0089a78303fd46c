import { performance } from 'node:perf_hooks';
import { sendWindowMs } from '../../../domain/publish-ladders.js';
import type { SendBefore } from '../../../egress/safe-fetch.js';
import type { ServiceDeps } from '../../shared/context.js';

/** The time until which a call that is claimed now may be sent. `startedAt` is the time of its attempt row. */
export function sendBeforeOf({ clock }: ServiceDeps, startedAt: Date): SendBefore {
  return {
    monotonicMs: performance.now() + sendWindowMs,
    // The call compares this time with the machine's own clock, so it is converted to that clock.
    wallMs: startedAt.getTime() + (clock.aheadMs?.() ?? 0) + sendWindowMs,
  };
}
