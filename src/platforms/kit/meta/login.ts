import { z } from 'zod';
import { readSuccess, callPlatform, successOf, tokenExchangeMsMax } from '../call.js';
import type { GrantLife, RevokeAnswer } from '../connect.js';
import { authenticating, graph, graphFailure, isUnclearTokenRefusal } from './graph-api.js';
import type { OAuthClient, OAuthDialect } from '../oauth/dialect.js';
import type { RefreshAnswer } from '../platform.js';
import type { ConnectorParts } from '../parts.js';

/** The common parts of the logins of Meta's platforms. */

const dayMs = 24 * 60 * 60_000;
/** The lifetime of a long-lived token if the response states none. */
const longLivedMs = 60 * dayMs;
/** Meta does not exchange a long-lived token that is younger. */
const refreshAgeMsMin = dayMs;

const metaErrorSchema = z.object({
  // The error of the Graph API, and of the token endpoints of platforms that have their own.
  error: z.object({ message: z.string().optional(), type: z.string().optional() }).optional(),
  error_type: z.string().optional(),
  error_message: z.string().optional(),
});
const dataSchema = z.object({ data: z.tuple([z.record(z.string(), z.unknown())]).rest(z.unknown()) });
const permissionsSchema = z.union([z.string(), z.array(z.string()).transform((names) => names.join(','))]);

/** The common behavior of all three token endpoints, besides the `#_` after codes. */
export const metaDialect = {
  clientAuth: 'body',
  scopeSeparator: ',',
  readTokenAnswer: (body) => {
    const refusal = metaErrorSchema.safeParse(body).data;
    const words = refusal?.error?.message ?? refusal?.error_message;
    const type = refusal?.error?.type ?? refusal?.error_type;
    if (words !== undefined || type !== undefined) {
      return { error: type ?? 'OAuthException', error_description: words ?? '' };
    }
    // The documentation has a list around the response. The actual response has none.
    const { permissions, ...answer } = dataSchema.safeParse(body).data?.data[0] ?? body;
    const scope = permissionsSchema.safeParse(permissions).data;
    return { ...answer, ...(scope !== undefined && { scope }) };
  },
  isDeadGrant: ({ description }) =>
    /authorization code|matching code|verification code format/i.test(description),
} as const satisfies Partial<OAuthDialect>;

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().optional(),
});

/** Exchanges a one-hour token for a 60-day one. Meta accepts this only as a GET, even with the secret. */
export async function exchangeForLongLived(
  { safeFetch, clock }: ConnectorParts,
  { baseUrl, grantType }: { baseUrl: string; grantType: string },
  client: OAuthClient,
  shortLived: string,
): Promise<{ accessToken: string; expiresAt: Date }> {
  const secret = client.secret ?? '';
  const params = new URLSearchParams({
    grant_type: grantType,
    client_secret: secret,
    access_token: shortLived,
  });
  const url = `${baseUrl}/access_token?${params.toString()}`;
  const request = { url, method: 'GET', timeoutMs: tokenExchangeMsMax } as const;
  const answer = await callPlatform(safeFetch, request, [shortLived, secret]);
  const token = successOf(answer, tokenSchema, (refusal) => graphFailure(refusal, clock));
  return { accessToken: token.access_token, expiresAt: endOf(clock.now(), token.expires_in) };
}

/**
 * Extends a grant. There is no refresh token: a valid long-lived token is exchanged for one with another 60 days.
 * `isAlive` checks the token with a call, because a rejection may only mean that the token is too young.
 */
export async function refreshLongLived(
  { safeFetch, clock }: ConnectorParts,
  { baseUrl, grantType }: { baseUrl: string; grantType: string },
  accessToken: string,
  isAlive: () => Promise<boolean>,
): Promise<RefreshAnswer> {
  // The path of a refresh has no version.
  const path = '/refresh_access_token';
  const params = { grant_type: grantType };
  const timeoutMs = tokenExchangeMsMax;
  const answer = await graph(safeFetch, { baseUrl, path, method: 'GET', params, accessToken, timeoutMs });
  const token = readSuccess(answer, tokenSchema);
  if (token !== null) {
    return {
      kind: 'refreshed',
      credentials: { accessToken: token.access_token },
      life: longLivedLife(clock.now(), endOf(clock.now(), token.expires_in)),
    };
  }
  const failure = graphFailure(answer, clock);
  if (failure.kind !== 'auth-expired') return failure;
  const { message } = failure;
  if (isUnclearTokenRefusal(answer) && (await isAlive())) {
    return { kind: 'rate-limited', retryAfterMs: null, message };
  }
  // "Expired" is final for a long-lived token: an expired token cannot be exchanged.
  return { kind: 'auth-revoked', message };
}

function endOf(now: Date, lifeSeconds: number | undefined): Date {
  return new Date(now.getTime() + (lifeSeconds === undefined ? longLivedMs : lifeSeconds * 1000));
}

export function longLivedLife(now: Date, expiresAt: Date): GrantLife {
  return {
    tokenExpiresAt: expiresAt,
    refreshBy: expiresAt,
    refreshNotBefore: new Date(now.getTime() + refreshAgeMsMin),
    reconnectBy: null,
  };
}

const debugSchema = z.object({
  data: z.object({
    /** When the token expires, in seconds since 1970. Zero means never. */
    expires_at: z.number().optional(),
    data_access_expires_at: z.number().optional(),
    scopes: z.array(z.string()).optional(),
    /** Lists the Pages of a scope that applies only to some Pages. */
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() }))
      .optional(),
  }),
});

/** Meta's data about a token. */
export interface DebuggedToken {
  expiresAt: Date | null;
  dataAccessExpiresAt: Date | null;
  /** All granted scopes. Null if unknown. */
  scopes: readonly string[] | null;
  /** The ids of the objects that a scope applies to. Null if it applies to all of them, now and later. */
  targetsOf: (scope: string) => readonly string[] | null;
  /** The scopes that apply to this object. */
  scopesOf: (objectId: string) => string[] | null;
}

/**
 * Reads Meta's data about a token. `asker` authenticates the request: with a token, or with the app's id and
 * secret in a header.
 */
export async function debugToken(
  { safeFetch, clock }: ConnectorParts,
  url: string,
  inputToken: string,
  asker: { accessToken: string } | { app: OAuthClient },
): Promise<DebuggedToken> {
  const params = new URLSearchParams({ input_token: inputToken });
  const secret = 'app' in asker ? (asker.app.secret ?? '') : asker.accessToken;
  const token = 'app' in asker ? `${asker.app.id}|${secret}` : secret;
  const { appsecret_proof: proof } = authenticating(token, 'app' in asker ? secret : null);
  if ('accessToken' in asker) params.set('access_token', token);
  if (proof !== undefined) params.set('appsecret_proof', proof);
  const answer = await callPlatform(
    safeFetch,
    {
      url: `${url}?${params.toString()}`,
      method: 'GET',
      ...('app' in asker && { headers: { authorization: `Bearer ${token}` } }),
    },
    [inputToken, secret, ...(proof === undefined ? [] : [proof])],
  );
  const { data } = successOf(answer, debugSchema, (refusal) => graphFailure(refusal, clock));
  const { scopes, granular_scopes: granular = [] } = data;
  const targetsOf = (name: string): readonly string[] | null =>
    granular.find(({ scope }) => scope === name)?.target_ids ?? null;
  return {
    expiresAt: dateOf(data.expires_at),
    dataAccessExpiresAt: dateOf(data.data_access_expires_at),
    scopes: scopes ?? null,
    targetsOf,
    scopesOf: (id) => scopes?.filter((name) => targetsOf(name)?.includes(id) ?? true) ?? null,
  };
}

const dateOf = (seconds = 0): Date | null => (seconds > 0 ? new Date(seconds * 1000) : null);

/** Meta documents no call that ends the grant of one account. The owner removes the app in the settings instead. */
export const revokedByOwnerAlone = (): Promise<RevokeAnswer> => Promise.resolve({ kind: 'not-supported' });
