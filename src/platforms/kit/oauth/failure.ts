import * as oauth from 'oauth4webapi';
import { exchangeFailure } from '../call.js';
import type { PlatformFailure } from '../failure.js';
import type { OAuthDialect } from './dialect.js';

/** The failures of a token endpoint that returned no tokens. */
export type TokenFailure =
  /** The code or the refresh token is dead: used, expired, revoked. */
  | { kind: 'dead-grant'; message: string }
  /** Rejected for another reason, such as a wrong client secret. The grant is fine, and another attempt may work. */
  | { kind: 'refused'; error: string; message: string }
  | PlatformFailure;

interface Reading {
  /** Removes our secrets from a text. */
  say: (text: string) => string;
  /** The wait that the response states; null if it states none. */
  retryMs: number | null;
  who: 'platform' | 'server';
  isDeadGrant?: OAuthDialect['isDeadGrant'];
}

/** Errors of RFC 6749 that are not about the grant, with any status. */
const passing = new Set(['server_error', 'temporarily_unavailable']);

/**
 * Converts an exception from a token endpoint to a failure. Exceptions that are not about the exchange are rethrown.
 */
export function tokenFailure(error: unknown, reading: Reading): TokenFailure {
  const { say, retryMs, who } = reading;
  if (error instanceof oauth.ResponseBodyError) return refusalOf(error, reading);
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    return { kind: 'refused', error: 'invalid_client', message: say(error.message) };
  }
  if (error instanceof oauth.OperationProcessingError) {
    const { status } = (error.cause ?? {}) as { status?: unknown };
    if (status === 429) {
      return {
        kind: 'rate-limited',
        retryAfterMs: retryMs,
        message: `The ${who} limits the rate of requests.`,
      };
    }
    return { kind: 'ambiguous', message: say(`The ${who}’s answer cannot be read: ${error.message}`) };
  }
  return exchangeFailure(error, say);
}

function refusalOf(
  { error, error_description: description = '', status }: oauth.ResponseBodyError,
  { say, retryMs, isDeadGrant }: Reading,
): TokenFailure {
  const message = say(description === '' ? error : `${error}: ${description}`);
  if (status === 429 || error === 'slow_down')
    return { kind: 'rate-limited', retryAfterMs: retryMs, message };
  if (status >= 500 || passing.has(error)) return { kind: 'ambiguous', message };
  const isDead = error === 'invalid_grant' || isDeadGrant?.({ error, description }) === true;
  return isDead ? { kind: 'dead-grant', message } : { kind: 'refused', error, message };
}
