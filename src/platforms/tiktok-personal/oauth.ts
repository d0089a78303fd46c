import { z } from 'zod';
import type { ConnectPlace } from '../kit/connect.js';
import type { OAuthDialect } from '../kit/oauth/dialect.js';
import type { TikTokContext } from './api.js';

/** Where an answer does not tell how long a refresh token lives: token management of November 2026. It was a year before. */
export const refreshTokenLifeMs = 180 * 24 * 60 * 60_000;

export function tikTokDialect(
  { siteUrl }: TikTokContext,
  { baseUrl, sandboxUrl }: ConnectPlace,
): OAuthDialect {
  return {
    authorizeUrl: `${sandboxUrl ?? siteUrl}/v2/auth/authorize/`,
    // Otherwise whoever is signed in and granted access before is passed on without being asked.
    authorizeParams: { disable_auto_auth: '1' },
    // Without the last slash there is nothing.
    tokenUrl: `${baseUrl}/v2/oauth/token/`,
    revokeUrl: `${baseUrl}/v2/oauth/revoke/`,
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

/** Errors are words, as in the RFC, or stand in the envelope of all other calls; either may come with HTTP 200. */
function readTokenAnswer(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { error } = body;
  if (typeof error === 'string') return { ...body, error: passingErrors[error] ?? error };
  const read = errorSchema.safeParse(error).data;
  if (read === undefined || read.code === 'ok') return { ...body, error: undefined };
  const { code, message } = read;
  return { error: passingErrors[code] ?? code, error_description: message ?? code };
}
