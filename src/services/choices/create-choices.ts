import type { Clock } from '../../clock.js';
import { createFairQueue } from '../../concurrency/fair-queue.js';
import type { ChoicesAnswer } from '../../platforms/kit/platform.js';
import type { ChoicesDeps } from '../shared/context.js';
import { createReadCache } from '../shared/remote-calls/read-cache.js';

const choicesKeptMs = 5 * 60_000;
/** Failures are cached briefly, so that not every new post asks a platform that is down. */
const failureKeptMs = 10_000;
const accountsKeptMax = 1_000;
const searchesKeptMax = 2_000;
/** Limits memory: an account may have thousands of boards, and other servers decide how long a name is. */
const choicesCharsMax = 40_000_000;
const foundCharsMax = 4_000_000;
/** Limits concurrent reads, because one read may make dozens of calls. */
const turns = { slots: 16, slotsPerOwnerMax: 4, waitingMax: 1_000 };

/** Creates this process's caches for the choices of accounts, and the queue for reading them. */
export function createChoices(clock: Clock): ChoicesDeps {
  const cacheOf = (entriesMax: number, charsMax: number) =>
    createReadCache<ChoicesAnswer>({
      clock,
      keepMs: keptMsOf,
      entriesMax,
      weight: { of: (answer) => JSON.stringify(answer).length, max: charsMax },
    });
  return {
    cache: cacheOf(accountsKeptMax, choicesCharsMax),
    found: cacheOf(searchesKeptMax, foundCharsMax),
    turns: createFairQueue(turns),
  };
}

function keptMsOf(answer: ChoicesAnswer): number {
  if (answer.kind === 'choices') return choicesKeptMs;
  const statedMs = answer.kind === 'rate-limited' ? answer.retryAfterMs : null;
  return Math.min(Math.max(statedMs ?? 0, failureKeptMs), choicesKeptMs);
}
