import * as oauth from 'oauth4webapi';
import { exchangeFailure } from '../call.js';
import type { PlatformFailure } from '../failure.js';
import type { OAuthDialect } from './dialect.js';

/** Why a token address gave no tokens. */
export type TokenFailure =
  /** The code or the refresh token is dead: used, expired, revoked. */
  | { kind: 'dead-grant'; message: string }
  /** Refused for another reason, such as a client secret that is wrong: the grant is fine, and so may be the next try. */
  | { kind: 'refused'; error: string; message: string }
  | PlatformFailure;

interface Reading {
  /** Takes our secrets out of a text. */
  say: (text: string) => string;
  /** As the answer asks; null where it does not. */
  retryMs: number | null;
  who: 'platform' | 'server';
  isDeadGrant?: OAuthDialect['isDeadGrant'];
}

/** RFC 6749's words for what says nothing of the grant, whichever status they come with. */
const passing = new Set(['server_error', 'temporarily_unavailable']);

/** What it means that a request to a token address threw. Whatever is no fault of the exchange is thrown on. */
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
