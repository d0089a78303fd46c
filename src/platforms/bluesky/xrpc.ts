import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { EgressRequest, SafeFetch, SendBefore, StreamedBody } from '../../egress/safe-fetch.js';
import {
  isInconclusive,
  isSuccess,
  readAnswer,
  callPlatform,
  unreadable,
  type PlatformAnswer,
} from '../kit/call.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { OpenSession } from '../kit/session.js';
import { retryAfterMs } from '../../domain/retry-after.js';
import { sendWithProof, type DpopHandle } from './dpop.js';

export const postCollection = 'app.bsky.feed.post';

export type AnswerMax = Required<Pick<EgressRequest, 'responseBytesMax' | 'responseValuesMax'>>;

/** The limits for a response about an account or a server, which may be hostile. A usual response has thirty values. */
export const identityMax: AnswerMax = { responseBytesMax: 64 * 1024, responseValuesMax: 300 };

export interface XrpcCall {
  baseUrl: string;
  nsid: string;
  method: 'GET' | 'POST';
  access?: XrpcAccess;
  query?: Record<string, string> | [string, string][];
  body?: unknown;
  /** An unmodified file that is sent instead of `body`. */
  file?: { mime: string; open: () => StreamedBody };
  signal?: AbortSignal;
  timeoutMs?: number;
  /** The limits on a response. Without them, the usual limits apply. */
  answerMax?: AnswerMax;
  secrets: readonly string[];
  sendBefore?: SendBefore;
}

/** A token, and for an OAuth token also the proofs that it is ours. */
export interface XrpcAccess {
  token: string;
  proofs?: DpopHandle;
}

export async function xrpc(safeFetch: SafeFetch, call: XrpcCall): Promise<PlatformAnswer> {
  const { access, secrets } = call;
  const send = (request: EgressRequest) => callPlatform(safeFetch, request, secrets);
  if (access?.proofs !== undefined) {
    return sendWithProof({ token: access.token, proofs: access.proofs }, () => toRequest(call), send);
  }
  const request = toRequest(call);
  if (access === undefined) return send(request);
  return send({ ...request, headers: { ...request.headers, authorization: `Bearer ${access.token}` } });
}

/** Makes a call to the account's own server. */
export async function askServer(
  { safeFetch, baseUrl, secrets }: Pick<OpenSession<unknown>, 'safeFetch' | 'baseUrl' | 'secrets'>,
  call: Omit<XrpcCall, 'baseUrl' | 'secrets'>,
): Promise<PlatformAnswer> {
  return xrpc(safeFetch, { ...call, baseUrl, secrets });
}

function toRequest(call: XrpcCall): EgressRequest {
  const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query).toString()}`;
  return {
    url: `${call.baseUrl}/xrpc/${call.nsid}${query}`,
    method: call.method,
    headers: {
      accept: 'application/json',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.file && { 'content-type': call.file.mime }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.file && { body: call.file.open() }),
    ...(call.signal && { signal: call.signal }),
    ...(call.timeoutMs !== undefined && { timeoutMs: call.timeoutMs }),
    ...call.answerMax,
    ...(call.sendBefore && { sendBefore: call.sendBefore }),
  };
}

const errorSchema = z.object({ error: z.string(), message: z.string().optional() });

/** The name of the error. The protocol distinguishes failures by this name, because HTTP statuses are too coarse. */
export function xrpcErrorName(answer: PlatformAnswer): string | null {
  return readAnswer(answer, errorSchema)?.error ?? null;
}

// Errors after which one refresh is tried. An expired token is a 400 here. InvalidToken may come from an old
// key of the server.
const staleTokenErrors = new Set([
  'ExpiredToken',
  'InvalidToken',
  'AuthMissing',
  'AuthenticationRequired',
  'BadJwt',
]);
const closedAccountErrors = new Set(['AccountDeactivated', 'AccountSuspended', 'Forbidden']);
/** The message about closed replies, which have no error name. */
const closedReplies = /\breplies\b.*\bdisabled\b/i;

/** Converts an error response, of any call, to a failure. */
export function xrpcFailure(answer: PlatformAnswer, clock: Clock): PlatformFailure {
  const error = readAnswer(answer, errorSchema);
  const message = answer.say(error === null ? undefined : `${error.error}: ${error.message ?? ''}`);
  if (answer.status === 429) {
    const wait = retryAfterMs(answer.headers, clock.now(), 'ratelimit-reset');
    return { kind: 'rate-limited', retryAfterMs: wait, message };
  }
  if (error?.error === 'AccountTakedown') return { kind: 'auth-revoked', message };
  if (answer.status === 401 || staleTokenErrors.has(error?.error ?? ''))
    return { kind: 'auth-expired', message };
  if (isSuccess(answer)) return unreadable(answer);
  // The reference server returns a bare 500 for a key that is already used, so a 500 may mean that the record exists.
  if (isInconclusive(answer)) return { kind: 'ambiguous', message };
  if (answer.status === 403 && closedReplies.test(error?.message ?? ''))
    return { kind: 'rejected', code: 'COMMENTS_DISABLED', message };
  const closed = answer.status === 403 || closedAccountErrors.has(error?.error ?? '');
  return { kind: 'rejected', code: closed ? 'PERMISSION_MISSING' : 'PLATFORM_REJECTED', message };
}
