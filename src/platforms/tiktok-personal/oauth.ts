import { z } from 'zod';
import type { ConnectPlace } from '../kit/connect.js';
import type { OAuthDialect } from '../kit/oauth/dialect.js';
import type { TikTokContext } from './api.js';

/** The lifetime of a refresh token, if a response does not state it. From the documentation of November 2026. */
export const refreshTokenLifeMs = 180 * 24 * 60 * 60_000;

export function tikTokDialect(
  { siteUrl }: TikTokContext,
  { baseUrl, sandboxUrl }: ConnectPlace,
): OAuthDialect {
  return {
    authorizeUrl: `${sandboxUrl ?? siteUrl}/v2/auth/authorize/`,
    // Without this parameter, a person who is logged in and granted access before is redirected without being asked.
    authorizeParams: { disable_auto_auth: '1' },
    // The endpoint needs the trailing slash.
    tokenUrl: `${baseUrl}/v2/oauth/token/`,
    revokeUrl: `${baseUrl}/v2/oauth/revoke/`,
    // TikTok departs from RFC 7636, which encodes the challenge in base64url.
    challengeEncoding: 'hex',
    clientParam: 'client_key',
    clientAuth: 'body',
    scopeSeparator: ',',
    readTokenAnswer,
  };
}

const passingErrors: Readonly<Record<string, string>> = {
  rate_limit_exceeded: 'slow_down',
  internal_error: 'temporarily_unavailable',
};
const errorSchema = z.object({ code: z.string(), message: z.string().optional() });

/**
 * Converts errors, which are strings, as in the RFC, or in the envelope of all other calls. Both may come
 * with HTTP 200.
 */
function readTokenAnswer(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { error } = body;
  if (typeof error === 'string') return { ...body, error: passingErrors[error] ?? error };
  const read = errorSchema.safeParse(error).data;
  if (read === undefined || read.code === 'ok') return { ...body, error: undefined };
  const { code, message } = read;
  return { error: passingErrors[code] ?? code, error_description: message ?? code };
}
