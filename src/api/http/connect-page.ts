import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError, isAppError } from '../../domain/errors.js';
import { appErrorOfDb } from '../../services/shared/rows/db-errors.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import { faultOf } from '../../services/shared/remote-calls/fault.js';
import { errorExamples, statusByCode } from '../errors/codes.js';
import { setRefusal } from '../errors/rate-headers.js';
import { callbackHeaders, connectedPage, ownLook, type ConnectLook } from '../pages/connected.js';
import type { ApiEnv } from '../types.js';
import type { NetworkGate } from './network-gate.js';

export interface ConnectPageOptions {
  deps: ServiceDeps;
  trustProxyHops: number;
  /** How many requests a client network may make to each page in a minute. Null: any number. */
  perMinuteMax: number | null;
}

interface ConnectAnswer {
  title: string;
  words: readonly string[];
  headers?: Record<string, string>;
  /** The look of the page. Absent: Punctual's own. */
  look?: ConnectLook;
}

export async function connectAnswer(
  c: Context<ApiEnv>,
  status: ContentfulStatusCode,
  { title, words, headers = {}, look = ownLook }: ConnectAnswer,
): Promise<Response> {
  return c.html(connectedPage({ title, words }, look), status, { ...callbackHeaders(look), ...headers });
}

export function refuseCrowd(
  deps: ServiceDeps,
  c: Context<ApiEnv>,
  { gate, waitMs }: { gate: NetworkGate; waitMs: number },
): Promise<Response> {
  deps.metrics.rateLimited('unauthorized');
  setRefusal(c, gate.full(waitMs), { standings: [], nowMs: deps.clock.now().getTime() });
  return connectAnswer(c, 429, { title: 'Too many requests', words: ['Wait a minute, then start again.'] });
}

function refuseForNow(
  { clock }: ServiceDeps,
  c: Context<ApiEnv>,
  { extras: { retryAfterMs, ...limit } }: AppError<'RATE_LIMITED'>,
): Promise<Response> {
  setRefusal(c, { ...limit, resetMs: retryAfterMs }, { standings: [], nowMs: clock.now().getTime() });
  const words =
    'Other requests to connect or check accounts are still running. Load this page again in a moment.';
  return connectAnswer(c, 429, { title: 'Not connected yet', words: [words] });
}

/** Responds to a fault of this installation with a page. Does not log the URL, because it contains the code. */
export function answerConnectFault(
  deps: ServiceDeps,
  c: Context<ApiEnv>,
  thrown: unknown,
): Promise<Response> {
  const known = isAppError(thrown) ? thrown : appErrorOfDb(thrown);
  const error =
    known ?? new AppError('INTERNAL_ERROR', errorExamples.INTERNAL_ERROR.message, {}, { cause: thrown });
  const { requestId } = c.var;
  if (error.code === 'RATE_LIMITED') return refuseForNow(deps, c, error as AppError<'RATE_LIMITED'>);
  deps.log.error({ requestId, code: error.code, ...faultOf(thrown) }, 'a page of a connection failed');
  return connectAnswer(c, statusByCode[error.code], {
    title: 'Not connected',
    words: ['Something went wrong on our side. Start again in a moment.', `Request ${requestId}`],
  });
}
