import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { GrantLife } from '../kit/connect.js';
import { privateJwkSchema } from './dpop.js';

const dayMs = 24 * 60 * 60_000;
/** The lifetime of the refresh token of an app-password session, if the token itself does not state its end. */
const refreshLifeMs = 90 * dayMs;

/** The two tokens of an app-password session. The app password itself is never stored. */
export const passwordGrantSchema = z.object({
  accessJwt: z.string().min(1),
  refreshJwt: z.string().min(1),
});
export type PasswordGrant = z.infer<typeof passwordGrantSchema>;

/**
 * OAuth credentials: the tokens, the key without which they are worthless, and the endpoints to refresh and
 * revoke them.
 */
const oauthGrantSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  dpopKey: privateJwkSchema,
  issuer: z.string().min(1),
  tokenEndpoint: z.string().min(1),
  revocationEndpoint: z.string().min(1).nullable(),
  clientId: z.string().min(1),
  /** The id of our key, if this installation has one. A grant is bound to the key that requested it. */
  clientKeyId: z.string().min(1).nullable(),
  /** The time of the consent. The whole grant ends a fixed time later, even if it is refreshed. */
  grantedAt: z.iso.datetime(),
});
export type OAuthGrant = z.infer<typeof oauthGrantSchema>;

export const blueskyCredentialsSchema = z.union([passwordGrantSchema, oauthGrantSchema]);
export type BlueskyCredentials = z.infer<typeof blueskyCredentialsSchema>;

/** The life of tokens that a server has just issued for an app password or a refresh token. */
export function passwordLife({ accessJwt, refreshJwt }: PasswordGrant, clock: Clock): GrantLife {
  return {
    tokenExpiresAt: endOf(accessJwt),
    refreshBy: endOf(refreshJwt) ?? new Date(clock.now().getTime() + refreshLifeMs),
    refreshNotBefore: null,
    reconnectBy: null,
  };
}

const claimsSchema = z.object({ exp: z.number().int().positive().max(8_640_000_000_000) });

/** The expiry that a token states. Null if we cannot read the token, because servers may use any format. */
function endOf(jwt: string): Date | null {
  const payload = jwt.split('.')[1] ?? '';
  try {
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const claims = claimsSchema.safeParse(JSON.parse(json));
    return claims.success ? new Date(claims.data.exp * 1000) : null;
  } catch {
    return null;
  }
}
