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
/** Limits memory: an account may have thousands of boards, and a choice takes about 200 bytes. */
const choicesKeptMax = 200_000;
const foundKeptMax = 20_000;
/** Limits concurrent reads, because one read may make dozens of calls. */
const turns = { slots: 16, slotsPerOwnerMax: 4, waitingMax: 1_000 };

/** Creates the caches of accounts' choices in this process, and the queue for reading them. */
export function createChoices(clock: Clock): ChoicesDeps {
  const cacheOf = (entriesMax: number, weightMax: number) =>
    createReadCache<ChoicesAnswer>({
      clock,
      keepMs: keptMsOf,
      entriesMax,
      weigh: (answer) => 1 + (answer.kind === 'choices' ? countOf(answer.choices.options) : 0),
      weightMax,
    });
  return {
    cache: cacheOf(accountsKeptMax, choicesKeptMax),
    found: cacheOf(searchesKeptMax, foundKeptMax),
    turns: createFairQueue(turns),
  };
}

function keptMsOf(answer: ChoicesAnswer): number {
  if (answer.kind === 'choices') return choicesKeptMs;
  const statedMs = answer.kind === 'rate-limited' ? answer.retryAfterMs : null;
  return Math.min(Math.max(statedMs ?? 0, failureKeptMs), choicesKeptMs);
}

function countOf(options: Readonly<Record<string, readonly unknown[]>>): number {
  return Object.values(options).reduce((sum, list) => sum + list.length, 0);
}
