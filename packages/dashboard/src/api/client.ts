import createClient from 'openapi-fetch';
import type { paths } from '../../../client/src/api-types.js';
import { isOfThisSession, noteAnswer, tellSession } from './connection.js';
import { ApiError, AwayError } from './errors.js';
import { conditional, remembered } from './etags.js';

/** By these somebody signs in: their 401 is about what was typed, not about the session. */
const signInPaths = /\/auth\/(sign-in|(preview-)?one-time-sign-in|sign-up)$/;
/** What a proxy answers while nothing is behind it. */
const awayStatuses = new Set([502, 504]);
const answerMsMax = 30_000;

/**
 * The public API, with the session's cookie. The browser itself says that a request comes from our own page
 * (Sec-Fetch-Site, Origin), which is what the service asks of unsafe ones; bodies are JSON.
 */
export const api = createClient<paths>({
  baseUrl: '/api/v1',
  credentials: 'same-origin',
  // The service itself says "no-store"; nothing is left on disk where it does not come from the service.
  cache: 'no-store',
  fetch: answerOf,
});

async function answerOf(request: Request): Promise<Response> {
  const begunMs = performance.now();
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(answerMsMax)]);
  let response: Response;
  try {
    response = await globalThis.fetch(new Request(conditional(request), { signal }));
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    noteAnswer(false);
    throw new AwayError('The server is not responding.', { cause });
  }
  noteAnswer(!awayStatuses.has(response.status));
  if (response.status === 401 && isAboutSession(request, begunMs)) tellSession({ type: 'ended' });
  return remembered(request, response);
}

/** A late answer to what went out before the last sign-in says nothing about the session that began there. */
const isAboutSession = (request: Request, begunMs: number): boolean =>
  isOfThisSession(begunMs) && !signInPaths.test(new URL(request.url).pathname);

interface Outcome {
  data?: unknown;
  error?: unknown;
  response: Response;
}
type DataOf<R> = R extends { data: infer D; error?: never } ? D : never;

/** The data of a call; throws an ApiError where it answered one. */
export async function dataOf<R extends Outcome>(call: Promise<R>): Promise<DataOf<R>> {
  const { data, error, response } = await call;
  if (response.ok) return data as DataOf<R>;
  throw new ApiError(response.status, error, response.headers.get('x-request-id'));
}

/**
 * One for each thing that a person wants done: made when a form opens, sent with each try. So neither a double click
 * nor a retry after a lost answer does it twice.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
