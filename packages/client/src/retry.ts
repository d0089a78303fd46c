import { abortableSleep } from './clock.js';

/** The limits and delays that apply to retries. */
export interface RetryOptions {
  /** The maximum number of attempts for one request, including the first. */
  attemptsMax: number;
  /** How often a request is repeated immediately, after a collision or without a response, before the delays begin. */
  immediateRetriesMax: number;
  backoffMs: number;
  backoffMsMax: number;
  /**
   * The longest delay to wait for. If the service asks for more (Retry-After, retryAfterMs), the caller gets the error.
   */
  statedDelayMsMax: number;
  /**
   * How long to wait in all for an attempt without a response that still holds the Idempotency-Key on the server. Beyond
   * that, each such response counts as an attempt. Default: 0.
   */
  heldKeyMsMax: number;
  sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

export const retryDefaults: RetryOptions = {
  attemptsMax: 5,
  immediateRetriesMax: 2,
  backoffMs: 1_000,
  backoffMsMax: 30_000,
  statedDelayMsMax: 120_000,
  heldKeyMsMax: 0,
  sleep: abortableSleep,
};

type Advice =
  { kind: 'stop' | 'immediately' | 'backoff' } | { kind: 'after'; delayMs: number; isHeld: boolean };
type Fetch = (request: Request) => Promise<Response>;

/** Errors whose cause disappears within moments. The request changed nothing, so it can be repeated immediately. */
const immediateCodes = new Set(['RETRY', 'STORAGE_WRITE_FAILED']);
/** Errors that are temporary, whatever their status. The request is repeated after a delay. */
const delayedCodes = new Set(['RATE_LIMITED', 'RETRY_COOLDOWN', 'IDEMPOTENCY_KEY_IN_USE']);
const heldKeyCode = 'IDEMPOTENCY_KEY_IN_USE';
/** Errors that last until the operator resolves them, whatever their status. The request is not repeated. */
const lastingCodes = new Set(['PLATFORM_NOT_CONFIGURED', 'STORAGE_FULL']);

/**
 * Repeats exactly the requests that the API's retry rules allow. All attempts of a POST carry the same Idempotency-Key,
 * so that the request takes effect only once, even if a response was lost.
 */
export function retryingFetch(fetch: Fetch, options: RetryOptions): Fetch {
  return async (original) => {
    const request = withIdempotencyKey(original);
    let immediate = 0;
    let backoffs = 0;
    let heldMs = 0;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await attemptOnce(fetch, request.clone());
      const advice = await adviceOn(outcome, request.signal);
      if (advice.kind === 'after' && advice.isHeld && heldMs + advice.delayMs <= options.heldKeyMsMax) {
        heldMs += advice.delayMs;
        attempt -= 1;
      } else if (advice.kind === 'stop' || attempt >= options.attemptsMax) return answerOf(outcome);
      if (advice.kind === 'after') {
        if (advice.delayMs > options.statedDelayMsMax) return answerOf(outcome);
        await options.sleep(advice.delayMs, request.signal);
      } else if (advice.kind === 'immediately' && immediate < options.immediateRetriesMax) {
        immediate += 1;
      } else {
        await options.sleep(
          Math.min(options.backoffMs * 2 ** backoffs, options.backoffMsMax),
          request.signal,
        );
        backoffs += 1;
      }
      if ('response' in outcome) await outcome.response.body?.cancel();
    }
  };
}

type Outcome = { response: Response } | { failure: unknown };

async function attemptOnce(fetch: Fetch, request: Request): Promise<Outcome> {
  try {
    return { response: await fetch(request) };
  } catch (failure) {
    return { failure };
  }
}

function answerOf(outcome: Outcome): Response {
  if ('response' in outcome) return outcome.response;
  throw outcome.failure;
}

async function adviceOn(outcome: Outcome, signal: AbortSignal): Promise<Advice> {
  // The caller aborted the request, so it is not retried.
  if ('failure' in outcome) return { kind: signal.aborted ? 'stop' : 'immediately' };
  const { response } = outcome;
  if (response.status < 400) return { kind: 'stop' };
  const { code, retryAfterMs } = await readError(response);
  const isPassing = response.status === 429 || response.status >= 500 || delayedCodes.has(code);
  if (!isPassing || response.status === 501 || lastingCodes.has(code)) return { kind: 'stop' };
  const delayMs = retryAfterMs ?? retryAfterHeaderMs(response);
  if (delayMs !== undefined) return { kind: 'after', delayMs, isHeld: code === heldKeyCode };
  return { kind: immediateCodes.has(code) ? 'immediately' : 'backoff' };
}

async function readError(response: Response): Promise<{ code: string; retryAfterMs?: number }> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== 'object' || body === null) return { code: '' };
  const code = 'code' in body && typeof body.code === 'string' ? body.code : '';
  const stated = 'retryAfterMs' in body && typeof body.retryAfterMs === 'number' ? body.retryAfterMs : null;
  return stated === null ? { code } : { code, retryAfterMs: Math.max(0, stated) };
}

function retryAfterHeaderMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

/**
 * Adds an Idempotency-Key to a POST without one. A request that is sent again must have the key of the first attempt.
 */
export function withIdempotencyKey(request: Request): Request {
  if (request.method !== 'POST' || request.headers.has('idempotency-key')) return request;
  const headers = new Headers(request.headers);
  headers.set('idempotency-key', crypto.randomUUID());
  return new Request(request, { headers });
}
