import { createFairQueue } from '../../../concurrency/fair-queue.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type { ServiceDeps } from '../context.js';
import { turnRefused } from '../limits/turn-refused.js';

/**
 * The limits, in each process, for calls to servers that users name when they connect an account. Such servers
 * may be hostile, so each user has one such call at a time, and only a few more may wait.
 */
const ofAnybody = { slotsPerOwnerMax: 1, waitingPerOwnerMax: 15 };
/**
 * The limits for other platforms. Their servers are known, so a person may check all accounts at once, and the calls
 * wait for their turn.
 */
const ofPlatform = { slotsPerOwnerMax: 4, waitingPerOwnerMax: 300 };
const slots = 100;
const turnsAtAnybodys = createFairQueue({ slots, waitingMax: 300, ...ofAnybody });
const turnsAtPlatforms = createFairQueue({ slots, waitingMax: 3_000, ...ofPlatform });
const waitMsMax = 20_000;
const retryAfterMs = 2_000;

export interface ConnectCall {
  platform: PlatformName;
  /** The user or workspace for which the platform is called. */
  owner: string;
}

/**
 * Runs the call when it is the owner's turn. Throws RATE_LIMITED if too many calls of the owner wait, or for too long.
 */
export function inConnectTurn<T>(
  { platforms }: Pick<ServiceDeps, 'platforms'>,
  { platform, owner }: ConnectCall,
  work: () => Promise<T>,
): Promise<T> {
  const connect = platforms.get(platform)?.connect;
  const isAnybodys = (connect?.credentials ?? null) !== null || connect?.handleFault !== undefined;
  const turns = isAnybodys ? turnsAtAnybodys : turnsAtPlatforms;
  const { slotsPerOwnerMax, waitingPerOwnerMax } = isAnybodys ? ofAnybody : ofPlatform;
  const message = 'Other requests of yours that ask a platform are still running. Try again.';
  const limit = slotsPerOwnerMax + waitingPerOwnerMax;
  return turns.run(owner, work, {
    signal: AbortSignal.timeout(waitMsMax),
    refused: (cause) => turnRefused({ policy: 'account-calls', limit, retryAfterMs }, message, cause),
  });
}
