import type { Cancellable } from '../../db/deadline.js';
import { isDbUnavailable, sqlStateOf } from '../../db/errors.js';
import { multiplied, type RateLimits } from '../../domain/rate-limits.js';
import type { Logger } from '../../log.js';
import type { Metrics } from '../../observability/metrics.js';
import { createLocalCounter } from './internal/local-counter.js';
import type { RateLimiter } from '../shared/limits/rate-limiter.js';

/** The database has a deadline of its own; this one is for a database that says nothing at all. */
const silenceStepMs = 100;
const silenceStepsMax = 20;
/** After a fault, requests are counted in this process for so long; then one of them tries the database again. */
const pauseMsDefault = 5_000;
/** How many keys' worth of requests a user may make with all keys together, and as many again in all sessions. */
const userTimesDefault = 5;

interface RateLimiterOptions {
  limits: RateLimits;
  /** Null: keys of one user do not count together. Its sessions still do, with the limits of one key. */
  userTimes?: number | null;
  metrics: Metrics;
  log: Logger;
  pauseMs?: number;
}

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { limits, metrics, log, pauseMs = pauseMsDefault, userTimes = userTimesDefault } = options;
  const isOff = limits.burst === null && limits.sustained === null;
  const waiting = createWaiting();
  let pausedUntilMs = 0;
  const pause = (): void => {
    pausedUntilMs = performance.now() + pauseMs;
    waiting.giveUpAll();
  };
  return {
    limits: isOff ? null : limits,
    sessionLimits: isOff ? null : multiplied(limits, userTimes ?? 1),
    userLimits: isOff || userTimes === null ? null : multiplied(limits, userTimes),
    locally: createLocalCounter(),
    attempt: async (count) => {
      const nowMs = performance.now();
      if (nowMs < pausedUntilMs) {
        metrics.rateLimiterFault('PAUSED');
        return undefined;
      }
      // Requests that arrive while this one tries again are counted here, so that a locked table delays one
      // request only.
      const isProbe = pausedUntilMs > 0;
      if (isProbe) pausedUntilMs = nowMs + silenceStepsMax * silenceStepMs + pauseMs;
      try {
        const counted = await waiting.answerOf(count());
        if (counted === undefined) metrics.rateLimiterFault('PAUSED');
        else if (isProbe) pausedUntilMs = 0;
        return counted;
      } catch (error) {
        pause();
        // Without the database there is nothing to let the request through to.
        if (isDbUnavailable(error)) throw error;
        metrics.rateLimiterFault(isTimeout(error) ? 'TIMEOUT' : 'ERROR');
        log.error(
          { err: error },
          'the database counts no requests now, so this process counts them in memory',
        );
        return undefined;
      }
    },
  };
}

class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

const isTimeout = (error: unknown): boolean =>
  error instanceof SilenceError || ['57014', '55P03'].includes(sqlStateOf(error) ?? '');

interface Waiting {
  /** Undefined once another request has found that the database does not count: then this one need not wait it out. */
  answerOf: <T>(call: Cancellable<T>) => Promise<T[] | undefined>;
  giveUpAll: () => void;
}

/**
 * The requests that wait to be counted, with one timer for all of them. The timer counts short consecutive waits
 * since the database's last response to any of them: a process that was busy for seconds has missed one of them, so
 * its own delay is not attributed to the database.
 */
function createWaiting(): Waiting {
  const waiting = new Set<(silence?: SilenceError) => void>();
  let silentSteps = 0;
  let timer: NodeJS.Timeout | undefined;
  const step = (): void => {
    timer = undefined;
    if (waiting.size === 0) return;
    silentSteps += 1;
    if (silentSteps < silenceStepsMax) timer = setTimeout(step, silenceStepMs).unref();
    else for (const end of waiting) end(new SilenceError(`No answer for ${silentSteps * silenceStepMs} ms.`));
  };
  return {
    giveUpAll: () => {
      for (const end of waiting) end();
    },
    answerOf: async ({ rows, cancel }) => {
      if (waiting.size === 0) silentSteps = 0;
      timer ??= setTimeout(step, silenceStepMs).unref();
      let end: (silence?: SilenceError) => void = () => undefined;
      const ended = new Promise<undefined>((resolve, reject) => {
        end = (silence) => {
          if (silence === undefined) resolve(undefined);
          else reject(silence);
        };
      });
      waiting.add(end);
      let isCounted = false;
      try {
        const counted = await Promise.race([rows, ended]);
        isCounted = counted !== undefined;
        if (isCounted) silentSteps = 0;
        return counted;
      } finally {
        waiting.delete(end);
        if (!isCounted) {
          cancel();
          rows.catch(() => undefined);
        }
      }
    },
  };
}
