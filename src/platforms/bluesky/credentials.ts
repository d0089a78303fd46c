import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { GrantLife } from '../kit/connect.js';
import { privateJwkSchema } from './dpop.js';

const dayMs = 24 * 60 * 60_000;
/** A refresh token of a session that an app password has begun, where the token itself does not say. */
const refreshLifeMs = 90 * dayMs;

/** The app password itself is never stored: these two are what a session gives for it. */
export const passwordGrantSchema = z.object({
  accessJwt: z.string().min(1),
  refreshJwt: z.string().min(1),
});
export type PasswordGrant = z.infer<typeof passwordGrantSchema>;

/** What OAuth gives: tokens that are worth nothing without the key, and where they are refreshed and revoked. */
export const oauthGrantSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  dpopKey: privateJwkSchema,
  issuer: z.string().min(1),
  tokenEndpoint: z.string().min(1),
  revocationEndpoint: z.string().min(1).nullable(),
  clientId: z.string().min(1),
  /** Of our key, where this installation has one: a grant is bound to the key that it was asked for with. */
  clientKeyId: z.string().min(1).nullable(),
  /** The whole grant ends so long after this, however often it is refreshed. */
  grantedAt: z.iso.datetime(),
});
export type OAuthGrant = z.infer<typeof oauthGrantSchema>;

export const blueskyCredentialsSchema = z.union([passwordGrantSchema, oauthGrantSchema]);

/** Of the tokens that a server has just given for an app password, or for the refresh token before. */
export function passwordLife({ accessJwt, refreshJwt }: PasswordGrant, clock: Clock): GrantLife {
  return {
    tokenExpiresAt: endOf(accessJwt),
    refreshBy: endOf(refreshJwt) ?? new Date(clock.now().getTime() + refreshLifeMs),
    refreshNotBefore: null,
    reconnectBy: null,
  };
}

const claimsSchema = z.object({ exp: z.number().int().positive().max(8_640_000_000_000) });

/** When a token says that it ends. Null: it is none that we can read, as servers are free to have. */
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
