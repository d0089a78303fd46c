import { z } from 'zod';
import type { ConnectPlace } from '../kit/connect.js';
import type { OAuthDialect } from '../kit/oauth/dialect.js';
import { addressOf, type TikTokBusinessContext } from './api.js';
import { envelopeSchema } from './envelope.js';
import { serverCodeMin } from './failures.js';

/** The lifetime of a refresh token, if a response does not state it. */
export const refreshTokenLifeMs = 365 * 24 * 60 * 60_000;

export function businessDialect(context: TikTokBusinessContext, place: ConnectPlace): OAuthDialect {
  const address = addressOf(context, place);
  return {
    authorizeUrl: `${place.sandboxUrl ?? context.siteUrl}/v2/auth/authorize/`,
    authorizeClientParam: 'client_key',
    // Makes TikTok ask again after an earlier consent, so that another account can be picked.
    authorizeParams: { disable_auto_auth: '1' },
    tokenUrl: `${address}/tt_user/oauth2/token/`,
    refreshUrl: `${address}/tt_user/oauth2/refresh_token/`,
    revokeUrl: `${address}/tt_user/oauth2/revoke/`,
    clientAuth: 'body',
    scopeSeparator: ',',
    body: 'json',
    // The name `access_token` is for a revocation.
    paramNames: { code: 'auth_code', token: 'access_token' },
    readTokenAnswer,
  };
}

/** TikTok's codes in terms of RFC 6749. */
const errorWords: Readonly<Record<number, string>> = {
  // The code or a token is wrong, expired, used or revoked.
  40_103: 'invalid_grant',
  40_105: 'invalid_grant',
  40_107: 'invalid_grant',
  40_110: 'invalid_grant',
  40_101: 'unauthorized_client',
  40_113: 'unauthorized_client',
  40_118: 'unauthorized_client',
  40_130: 'invalid_scope',
  40_100: 'slow_down',
  40_132: 'slow_down',
  // A partial success, an API that is turned off, and an expired access token although none was sent.
  20_001: 'temporarily_unavailable',
  40_102: 'temporarily_unavailable',
  41_001: 'temporarily_unavailable',
};

const dataSchema = z.record(z.string(), z.unknown());

/** Unwraps the envelope, which always comes with HTTP 200. */
function readTokenAnswer(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const envelope = envelopeSchema.safeParse(body).data;
  if (envelope === undefined) return body;
  const { code, message = 'No words.', data } = envelope;
  if (code === 0) return dataSchema.safeParse(data).data ?? {};
  const word = code >= serverCodeMin ? 'temporarily_unavailable' : (errorWords[code] ?? 'invalid_request');
  return { error: word, error_description: `${message} (${code})` };
}
