import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { appResourcePaths, resourceMetadataPath } from '../../domain/apps.js';
import { AppError, isAppError } from '../../domain/errors.js';
import { joinSentences, withJoinedSentences } from '../../domain/one-sentence.js';
import type { Logger } from '../../log.js';
import { appErrorOfDb } from '../../services/shared/rows/db-errors.js';
import { isBareUnauthorizedRequest } from './bare-unauthorized.js';
import { errorExamples, statusByCode } from './codes.js';
import { setRefusal } from './rate-headers.js';
import { docPathOf } from './doc-urls.js';
import type { ApiEnv } from '../types.js';

const causesMax = 5;

/** The parts of an error body that depend on the request. */
export interface RequestFacts {
  requestId: string;
  /** The origin of this installation: that of PUBLIC_URL or, in development, of the request. */
  ownOrigin: string;
}

/** Builds every error body (docs/contract.md#errors), except the bare 401 of a few operations. */
export function envelopeOf(error: AppError, { requestId, ownOrigin }: RequestFacts): object {
  return {
    statusCode: statusByCode[error.code],
    code: error.code,
    message: joinSentences(error.message),
    requestId,
    docUrl: ownOrigin + docPathOf(error.code),
    ...error.extras,
    ...('details' in error.extras && { details: withJoinedSentences(error.extras.details) }),
  };
}

/**
 * Turns a failure into the error that the caller sees. Errors with a status of 500 or above are logged, with the request
 * id and every cause.
 */
function explained(log: Logger, thrown: unknown, c: Context<ApiEnv>): AppError {
  const error = toAppError(thrown);
  if (statusByCode[error.code] < 500) return error;
  const { method, path } = c.req;
  const entry = { requestId: c.var.requestId, method, path, code: error.code, causes: causesOf(thrown) };
  if (error.code === 'INTERNAL_ERROR') log.error(entry, 'request failed');
  else log.warn(entry, 'request refused for now');
  return error;
}

/**
 * Explains why one change of a request failed whose response is a success, because it reports each change. If the
 * change may succeed on a repeat, a repeat with the same Idempotency-Key continues with it.
 */
export function explainedInPart(log: Logger, thrown: unknown, c: Context<ApiEnv>): AppError {
  const error = explained(log, thrown, c);
  if (statusByCode[error.code] >= 500) c.set('isUnfinished', true);
  return error;
}

/** Responds to a failure. */
export function answerError(log: Logger, thrown: unknown, c: Context<ApiEnv>): Response {
  const error = explained(log, thrown, c);
  const status = statusByCode[error.code];
  const requestId = c.var.requestId;
  if (error.code === 'RATE_LIMITED') showRefusingLimit(c, error as AppError<'RATE_LIMITED'>);
  if ('retryAfterMs' in error.extras) {
    c.header('Retry-After', String(Math.max(1, Math.ceil(error.extras.retryAfterMs / 1000))));
  }
  if ('etag' in error.extras) c.header('ETag', error.extras.etag);
  // The rest of the request's body is not read, so the connection cannot be used again.
  if (status === 413) c.header('Connection', 'close');
  challenge(c, error);
  if (status === 401 && isBareUnauthorizedRequest(c.req.method, c.req.path)) {
    return c.json({ statusCode: status, message: 'Unauthorized', requestId }, status);
  }
  return c.json(envelopeOf(error, c.var), status);
}

/**
 * Tells a caller without the needed credential or scope about it (RFC 6750), with the URL at which apps learn how to get
 * access (RFC 9728).
 */
function challenge(c: Context<ApiEnv>, error: AppError): void {
  const told = toldOf(error);
  if (told === null) return;
  const place = c.req.path === appResourcePaths.mcp ? appResourcePaths.mcp : appResourcePaths.api;
  const values = { ...told, resource_metadata: c.var.ownOrigin + resourceMetadataPath + place };
  const written = Object.entries(values).map(([name, value]) => `${name}="${value}"`);
  c.header('WWW-Authenticate', `Bearer ${written.join(', ')}`);
}

function toldOf(error: AppError): Record<string, string> | null {
  if (error.code === 'INVALID_API_KEY') return { error: 'invalid_token' };
  if (error.code !== 'INSUFFICIENT_SCOPE') return statusByCode[error.code] === 401 ? {} : null;
  const { scope } = (error as AppError<'INSUFFICIENT_SCOPE'>).extras;
  return { error: 'insufficient_scope', ...(scope !== null && { scope }) };
}

/** Sets the rate limit headers to the limit that has refused the request. */
function showRefusingLimit(c: Context<ApiEnv>, { extras }: AppError<'RATE_LIMITED'>): void {
  const { retryAfterMs, ...limit } = extras;
  setRefusal(c, { ...limit, resetMs: retryAfterMs }, c.var.rate ?? { standings: [], nowMs: Date.now() });
}

/** Turns a failure into an error for the caller. An unexpected error reveals no details. */
function toAppError(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown;
  if (thrown instanceof HTTPException && thrown.status === 400) {
    return new AppError('VALIDATION_FAILED', 'The request could not be read.', { details: [] });
  }
  return (
    appErrorOfDb(thrown) ??
    new AppError('INTERNAL_ERROR', errorExamples.INTERNAL_ERROR.message, {}, { cause: thrown })
  );
}

interface Cause {
  name: string;
  message: string;
  code?: string;
  stack?: string;
}

function causesOf(thrown: unknown): Cause[] {
  const causes: Cause[] = [];
  let current = thrown;
  while (current instanceof Error && causes.length < causesMax) {
    const code = 'code' in current && typeof current.code === 'string' ? { code: current.code } : {};
    const frames = current.stack?.split('\n').filter((line) => line.startsWith('    at '));
    causes.push({
      name: current.name,
      // The query layer appends the bound values to its message: captions, hashes, encrypted credentials.
      message: current.message.split('\nparams:')[0] ?? '',
      ...code,
      ...(frames === undefined ? {} : { stack: frames.join('\n') }),
    });
    current = current.cause;
  }
  return causes.length > 0
    ? causes
    : [{ name: typeof thrown, message: 'a value that is not an error was thrown' }];
}
