import * as oauth from 'oauth4webapi';
import type { JsonObject } from '../../../domain/json.js';
import { retryAfterMs } from '../../../domain/retry-after.js';
import { exchangeFailure, parseJson, tokenExchangeMsMax, withoutSecrets } from '../call.js';
import type { RevokeAnswer } from '../connect.js';
import type { PlatformFailure } from '../failure.js';
import type { OAuthClient, OAuthDialect } from './dialect.js';
import { tokenFailure, type TokenFailure } from './failure.js';
import type { ConnectorParts } from '../parts.js';

/** The response of a token endpoint. */
export interface OAuthTokens {
  accessToken: string;
  refreshToken: string | null;
  /** The expiry of each token, by our clock. Null if the response does not state it. */
  accessExpiresAt: Date | null;
  refreshExpiresAt: Date | null;
  /** The granted scopes. Null if the response does not state them. */
  scopes: string[] | null;
  /** The whole response in the form of the RFC, with any fields that a platform adds. Untrusted. */
  raw: JsonObject;
}

export type TokenAnswer = { kind: 'tokens'; tokens: OAuthTokens } | TokenFailure;

const noClient: TokenAnswer = {
  kind: 'refused',
  error: 'no_client',
  message: 'This installation no longer has an app at the platform: its variables are not set.',
};

interface AuthorizeInput {
  redirectUri: string;
  state: string;
  scopes: readonly string[];
  codeChallenge: string | null;
}

/** The URL of the page where a person grants access. */
export function authorizeAddress(dialect: OAuthDialect, client: OAuthClient, input: AuthorizeInput): string {
  const url = new URL(dialect.authorizeUrl);
  const params = {
    response_type: 'code',
    [dialect.authorizeClientParam ?? dialect.clientParam ?? 'client_id']: client.id,
    redirect_uri: input.redirectUri,
    scope: input.scopes.join(dialect.scopeSeparator),
    state: input.state,
    ...(input.codeChallenge !== null && {
      code_challenge: challengeIn(dialect, input.codeChallenge),
      code_challenge_method: 'S256',
    }),
    ...dialect.authorizeParams,
  };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.toString();
}

/** The SHA-256 of the verifier, in base64url or as the dialect encodes it. */
const challengeIn = ({ challengeEncoding = 'base64url' }: OAuthDialect, challenge: string): string =>
  Buffer.from(challenge, 'base64url').toString(challengeEncoding);

/** Exchanges a code for tokens. Sent only once, because the code is used up whatever the response is. */
export async function exchangeCode(
  parts: ConnectorParts,
  dialect: OAuthDialect,
  client: OAuthClient,
  grant: { code: string; redirectUri: string; codeVerifier: string | null },
): Promise<TokenAnswer> {
  if (client.id === '') return noClient;
  const server = serverOf(dialect);
  const asClient = { client_id: client.id };
  const call = createCall(parts, dialect, client, [grant.code, grant.codeVerifier ?? '']);
  return call.run(async () => {
    const params = oauth.validateAuthResponse(
      server,
      asClient,
      new URLSearchParams({ code: grant.code }),
      oauth.expectNoState,
    );
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      asClient,
      clientAuth(dialect, client),
      params,
      grant.redirectUri,
      grant.codeVerifier ?? oauth.nopkce,
      { ...call.options, additionalParameters: { ...dialect.codeParams } },
    );
    return oauth.processAuthorizationCodeResponse(server, asClient, response);
  });
}

/** Exchanges a refresh token for new tokens. If the response has no refresh token, the caller keeps the old one. */
export async function refreshGrant(
  parts: ConnectorParts,
  dialect: OAuthDialect,
  client: OAuthClient,
  refreshToken: string,
): Promise<TokenAnswer> {
  if (client.id === '') return noClient;
  const server = serverOf({ ...dialect, tokenUrl: dialect.refreshUrl ?? dialect.tokenUrl });
  const asClient = { client_id: client.id };
  const call = createCall(parts, dialect, client, [refreshToken]);
  return call.run(async () => {
    const auth = clientAuth(dialect, client);
    const response = await oauth.refreshTokenGrantRequest(server, asClient, auth, refreshToken, call.options);
    return oauth.processRefreshTokenResponse(server, asClient, response);
  });
}

/** Revokes a token, and with it all that the platform revokes at the same time (RFC 7009). */
export async function revokeGrant(
  parts: ConnectorParts,
  dialect: OAuthDialect,
  client: OAuthClient,
  token: string,
): Promise<RevokeAnswer> {
  if (dialect.revokeUrl === undefined || client.id === '') return { kind: 'not-supported' };
  const asClient = { client_id: client.id };
  const call = createCall(parts, dialect, client, [token]);
  try {
    const auth = clientAuth(dialect, client);
    const response = await oauth.revocationRequest(serverOf(dialect), asClient, auth, token, call.options);
    const { status } = response;
    if (status >= 200 && status < 300) return { kind: 'revoked' };
    const body = JSON.stringify(parseJson(await response.text()) ?? '');
    // The token is already revoked. Each platform says so in its own words.
    if (status === 400 && /invalid_grant|invalid_token|unsupported_token_type/.test(body)) {
      return { kind: 'revoked' };
    }
    return { kind: 'ambiguous', message: `The platform answered the revocation with HTTP ${status}.` };
  } catch (error) {
    return call.failureOf(error);
  }
}

const serverOf = ({ authorizeUrl, tokenUrl, revokeUrl }: OAuthDialect): oauth.AuthorizationServer => ({
  // A placeholder, because the platforms have no discovery, and none sends `iss`.
  issuer: new URL(authorizeUrl).origin,
  token_endpoint: tokenUrl,
  ...(revokeUrl !== undefined && { revocation_endpoint: revokeUrl }),
});

function clientAuth({ clientAuth: way }: OAuthDialect, { secret }: OAuthClient): oauth.ClientAuth {
  if (secret === null) return oauth.None();
  if (way === 'body') return oauth.ClientSecretPost(secret);
  // HTTP Basic as platforms document it. RFC 6749 would encode hyphens and more first, which not all platforms decode.
  return (_server, { client_id: id }, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${id}:${secret}`)}`);
}

interface Call {
  options: oauth.TokenEndpointRequestOptions;
  run: (exchange: () => Promise<oauth.TokenEndpointResponse>) => Promise<TokenAnswer>;
  failureOf: (error: unknown) => PlatformFailure;
}

/** Creates the options to send one request through `src/egress`, and functions that interpret its outcome. */
function createCall(
  { safeFetch, clock }: ConnectorParts,
  dialect: OAuthDialect,
  client: OAuthClient,
  secretsSent: readonly string[],
): Call {
  const secrets = [...secretsSent, client.secret ?? ''];
  const say = (text: string): string => withoutSecrets(text, secrets);
  let retryMs: number | null = null;
  const options: oauth.TokenEndpointRequestOptions = {
    // Needed only for the sandbox and tests. `src/egress` decides which URLs can be called.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (url, { method, headers, body }) => {
      const sent = bodyOf(dialect, body);
      const answer = await safeFetch({
        url,
        method,
        headers: { ...headers, ...(sent.type !== null && { 'content-type': sent.type }) },
        ...(sent.text !== null && { body: sent.text }),
        timeoutMs: tokenExchangeMsMax,
      });
      retryMs = retryAfterMs(answer.headers, clock.now());
      return toResponse(dialect, answer);
    },
  };
  const failureOf = (error: unknown): PlatformFailure => exchangeFailure(error, say);
  const run: Call['run'] = async (exchange) => {
    try {
      return { kind: 'tokens', tokens: readTokens(await exchange(), clock.now()) };
    } catch (error) {
      return tokenFailure(error, { say, retryMs, who: 'platform', isDeadGrant: dialect.isDeadGrant });
    }
  };
  return { options, run, failureOf };
}

/** The body of a token request, with the parameter names that the platform uses. */
function bodyOf(
  { body: form = 'form', paramNames = {}, clientParam }: OAuthDialect,
  sent: unknown,
): { text: string | null; type: string | null } {
  if (!(sent instanceof URLSearchParams)) return { text: null, type: null };
  const names: Readonly<Record<string, string>> = {
    ...(clientParam !== undefined && { client_id: clientParam }),
    ...paramNames,
  };
  const pairs = [...sent].map(([name, value]): [string, string] => [names[name] ?? name, value]);
  return form === 'json'
    ? { text: JSON.stringify(Object.fromEntries(pairs)), type: 'application/json' }
    : { text: new URLSearchParams(pairs).toString(), type: null };
}

/** The response in the form of RFC 6749: unused fields are removed, and fields that platforms leave out are added. */
function toResponse(
  dialect: OAuthDialect,
  answer: { status: number; headers: Record<string, string>; body: string },
): Response {
  const parsed = parseJson(answer.body);
  const headers = { 'content-type': 'application/json' };
  if (!isRecord(parsed)) {
    const status = answer.status < 200 ? 502 : answer.status;
    return new Response(hasNoBody(status) ? null : answer.body.slice(0, 500), { status, headers });
  }
  const read: Record<string, unknown> = {
    ...(dialect.readTokenAnswer?.(parsed) ?? parsed),
    id_token: undefined,
  };
  const isError = typeof read['error'] === 'string' && read['error'] !== '';
  const status = isError && answer.status < 400 ? 400 : answer.status;
  const body = isError ? read : { token_type: 'bearer', ...withoutEmpty(read) };
  return new Response(hasNoBody(status) ? null : JSON.stringify(body), { status, headers });
}

const hasNoBody = (status: number): boolean => status === 204 || status === 205 || status === 304;

/** Removes empty fields, because some platforms send null or an empty string for a missing field. */
function withoutEmpty(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Platforms use different names for the lifetime of the refresh token. */
const refreshLifeNames = ['refresh_expires_in', 'refresh_token_expires_in'];

/** About a hundred years in seconds. A longer lifetime counts as forever, because the date could not be stored. */
const lifeSecondsMax = 3_200_000_000;

function readTokens(answer: oauth.TokenEndpointResponse, now: Date): OAuthTokens {
  const raw = answer as JsonObject;
  const after = (seconds: unknown): Date | null => {
    const count = Number(seconds);
    return seconds === undefined || !(count > 0 && count <= lifeSecondsMax)
      ? null
      : new Date(now.getTime() + count * 1000);
  };
  const refreshLife = refreshLifeNames.map((name) => raw[name]).find((value) => value !== undefined);
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    accessExpiresAt: after(answer.expires_in),
    refreshExpiresAt: after(refreshLife),
    scopes: answer.scope === undefined ? null : answer.scope.split(/[\s,]+/).filter((name) => name !== ''),
    raw,
  };
}
