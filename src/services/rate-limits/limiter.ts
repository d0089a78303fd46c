import type { Cancellable } from '../../db/deadline.js';
import { isDbUnavailable, sqlStateOf } from '../../db/errors.js';
import { multiplied, type RateLimits } from '../../domain/rate-limits.js';
import type { Logger } from '../../log.js';
import type { Metrics } from '../../observability/metrics.js';
import { createLocalCounter } from './internal/local-counter.js';
import type { RateLimiter } from '../shared/limits/rate-limiter.js';

/** The time limit for a database that sends no response at all. For other cases, its statements have their own. */
const silenceStepMs = 100;
const silenceStepsMax = 20;
/** How long requests are counted in this process after a fault. Then one request tries the database again. */
const pauseMsDefault = 5_000;
/**
 * All keys of a user may together make this many times the requests of one key, and so may all sessions of the user.
 */
const userTimesDefault = 5;

interface RateLimiterOptions {
  limits: RateLimits;
  /** Null if a user's keys are not counted together. The sessions still are, with the limits of one key. */
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
      // Requests that arrive during this probe are counted in the process, so that a locked table delays only one
      // request.
      const isProbe = pausedUntilMs > 0;
      if (isProbe) pausedUntilMs = nowMs + silenceStepsMax * silenceStepMs + pauseMs;
      try {
        const counted = await waiting.answerOf(count());
        if (counted === undefined) metrics.rateLimiterFault('PAUSED');
        else if (isProbe) pausedUntilMs = 0;
        return counted;
      } catch (error) {
        pause();
        // Without the database, the request cannot be handled anyway, so it fails.
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
  /** Undefined if another request finds that the database does not count; this one then stops waiting for it. */
  answerOf: <T>(call: Cancellable<T>) => Promise<T[] | undefined>;
  giveUpAll: () => void;
}

/**
 * The requests that wait to be counted, with one timer for all of them. The timer counts short consecutive waits since
 * the database's last response to any of them: a process that was busy for seconds has missed only one of these waits,
 * so its own delay is not attributed to the database.
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
