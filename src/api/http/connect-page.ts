import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError, isAppError } from '../../domain/errors.js';
import { appErrorOfDb } from '../../services/shared/db-errors.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import { faultOf } from '../../services/shared/fault.js';
import { errorExamples, statusByCode } from '../errors/codes.js';
import { callbackHeaders, connectedPage } from '../pages/connected.js';
import type { ApiEnv } from '../types.js';

export interface ConnectPageOptions {
  deps: ServiceDeps;
  trustProxyHops: number;
  /** How many requests a client network may make to each page in a minute. Null: any number. */
  perMinuteMax: number | null;
}

export async function connectAnswer(
  c: Context<ApiEnv>,
  status: ContentfulStatusCode,
  title: string,
  words: readonly string[],
  headers: Record<string, string> = {},
): Promise<Response> {
  return c.html(connectedPage(title, words), status, { ...callbackHeaders, ...headers });
}

export function refuseCrowd(deps: ServiceDeps, c: Context<ApiEnv>, waitMs: number): Promise<Response> {
  deps.metrics.rateLimited('unauthorized');
  return connectAnswer(c, 429, 'Too many requests', ['Wait a minute, then start again.'], {
    'Retry-After': String(Math.ceil(waitMs / 1000)),
  });
}

/** Something on our side is down or faulty. The URL, which contains the code, is not logged. */
export function answerConnectFault(
  deps: ServiceDeps,
  c: Context<ApiEnv>,
  thrown: unknown,
): Promise<Response> {
  const known = isAppError(thrown) ? thrown : appErrorOfDb(thrown);
  const error =
    known ?? new AppError('INTERNAL_ERROR', errorExamples.INTERNAL_ERROR.message, {}, { cause: thrown });
  const { requestId } = c.var;
  deps.log.error({ requestId, code: error.code, ...faultOf(thrown) }, 'a page of a connection failed');
  return connectAnswer(c, statusByCode[error.code], 'Not connected', [
    'Something went wrong on our side. Start again in a moment.',
    `Request ${requestId}`,
  ]);
}
