import createClient from 'openapi-fetch';
import type { paths } from '../../../client/src/api-types.js';
import { dataOr, type DataOf, type Outcome } from '../../../client/src/outcome.js';
import { t } from '../messages/common.js';
import { loadRefusals } from '../messages/refusals.js';
import { isOfThisSession, noteAnswer, tellSession } from './connection.js';
import { ApiError, AwayError } from './errors.js';
import { takeAnswer } from './early.js';
import { conditional, remembered } from './etags.js';

/** For these paths, a 401 is about the entered credentials, not about the session. */
const signInPaths = /\/auth\/(sign-in|(preview-)?one-time-sign-in|sign-up)$/;
/** Statuses that a proxy responds with while it cannot reach the service. */
const awayStatuses = new Set([502, 504]);
const answerMsMax = 30_000;

/**
 * The client for the public API, which is authorized by the session cookie. For unsafe requests the service checks
 * Sec-Fetch-Site and Origin, which the browser sets.
 */
export const api = createClient<paths>({
  baseUrl: '/api/v1',
  credentials: 'same-origin',
  // The service already sends "no-store". This option also covers responses from a proxy.
  cache: 'no-store',
  fetch: answerOf,
});

async function answerOf(request: Request): Promise<Response> {
  const begunMs = performance.now();
  const response = await send(conditional(request));
  if (response.status === 401 && isAboutSession(request, begunMs)) tellSession({ type: 'ended' });
  return remembered(request, response);
}

/**
 * The API as the holder of a client link may call it. No cookie is sent, because the service refuses requests with two
 * credentials, and the answers say nothing about a session.
 */
export const clientLinkApi = (token: string) =>
  createClient<paths>({
    baseUrl: '/api/v1',
    credentials: 'omit',
    cache: 'no-store',
    headers: { authorization: `Bearer ${token}` },
    fetch: send,
  });

/** Sends a request, and notes whether the service can be reached. */
async function send(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(answerMsMax)]);
  let response: Response;
  try {
    response = await (takeAnswer(request.url) ?? globalThis.fetch(new Request(request, { signal })));
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    noteAnswer(false);
    throw new AwayError(t('error.awayNow'), { cause });
  }
  noteAnswer(!awayStatuses.has(response.status));
  // Only these responses can contain a refusal of the server. Reads of posts do not wait for the translations.
  if (!response.ok || request.method !== 'GET') await loadRefusals();
  return response;
}

/**
 * Whether a 401 response is about the current session, and not a late one to a request from before the last sign-in.
 */
const isAboutSession = (request: Request, begunMs: number): boolean =>
  isOfThisSession(begunMs) && !signInPaths.test(new URL(request.url).pathname);

/** Waits for a call and returns its data. Throws an ApiError if the response is an error. */
export const dataOf = <R extends Outcome>(call: Promise<R>): Promise<DataOf<R>> =>
  dataOr(call, (body, { status, headers }) => new ApiError(status, body, headers.get('x-request-id')));

/**
 * Creates an idempotency key for one action of the user. A form creates it when it opens and sends it with each
 * attempt, so that neither a double click nor a retry after a lost response repeats the action.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
