import { z } from 'zod';
import type {
  CheckAnswer,
  ConnectAnswer,
  ConnectPlace,
  ConnectScope,
  GrantLife,
  RedirectConnect,
} from '../kit/connect.js';
import type { OAuthTokens } from '../kit/oauth/client.js';
import { clientFor, oauthConnect } from '../kit/oauth/connect.js';
import { refreshPair } from '../kit/oauth/refresh.js';
import type { OAuthDialect } from '../kit/oauth/dialect.js';
import type { RefreshAnswer } from '../kit/platform.js';
import { accessWith } from '../kit/session.js';
import {
  errorSchema,
  idSchema,
  readPinterest,
  waitMsOf,
  type PinterestAccess,
  type PinterestContext,
  type PinterestSession,
} from './api.js';
import type { ConnectorParts } from '../kit/parts.js';

/** The scopes that our calls need, according to `security` in Pinterest's OpenAPI description. */
export const pinterestScopes: readonly ConnectScope[] = [
  { name: 'boards:read', purpose: 'list boards and their sections', required: true },
  { name: 'boards:write', purpose: 'put pins on boards', required: true },
  { name: 'pins:read', purpose: 'check whether a pin is public when the response was lost', required: true },
  { name: 'pins:write', purpose: 'publish pins', required: true },
  { name: 'user_accounts:read', purpose: 'identify the account', required: true },
];

/** The lifetime of a refresh token, if the response does not state it. Each refresh returns a new refresh token. */
const refreshTokenLifeMs = 60 * 24 * 60 * 60_000;

const noRefreshToken =
  'Pinterest sent no refresh token, so the connection cannot be kept. Connect again. If that does not help, check the app’s settings.';

function pinterestDialect(
  { siteUrl }: Pick<PinterestContext, 'siteUrl'>,
  { baseUrl, sandboxUrl }: ConnectPlace,
): OAuthDialect {
  return {
    authorizeUrl: `${sandboxUrl ?? siteUrl}/oauth/`,
    tokenUrl: `${baseUrl}/oauth/token`,
    clientAuth: 'basic',
    scopeSeparator: ',',
    // Without this parameter, apps from before September 25, 2025 get the old kind of refresh token, which is
    // not supported.
    codeParams: { continuous_refresh: 'true' },
    readTokenAnswer,
  };
}

/** The error "The authorization grant is invalid", for codes and refresh tokens. */
const invalidGrantCode = 283;
const deadGrant =
  /authorization (grant|code) is invalid|invalid_grant|refresh.?token.*(invalid|expired|revoked)/i;

/** Converts Pinterest's errors, which have a number and a message. A response without them may come from a proxy. */
function readTokenAnswer(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { code, message = '' } = errorSchema.safeParse(body).data ?? {};
  const isDead = code === invalidGrantCode || deadGrant.test(message);
  if (!isDead && code === undefined) return body;
  return { error: isDead ? 'invalid_grant' : `code ${String(code)}`, error_description: message };
}

/** Adds the wait from Pinterest's own header to responses, in the standard form. */
function oauthParts({ safeFetch, clock }: PinterestContext): ConnectorParts {
  return {
    clock,
    safeFetch: async (request) => {
      const answer = await safeFetch(request);
      const waitMs = waitMsOf(answer, clock);
      if (waitMs === null) return answer;
      return { ...answer, headers: { ...answer.headers, 'retry-after': String(Math.ceil(waitMs / 1000)) } };
    },
  };
}

export function pinterestConnect(context: PinterestContext): RedirectConnect {
  return oauthConnect(oauthParts(context), {
    app: {
      idVariable: 'PINTEREST_CLIENT_ID',
      id: context.clientId,
      secretVariable: 'PINTEREST_CLIENT_SECRET',
      secret: context.clientSecret,
    },
    scopes: pinterestScopes,
    pkce: false,
    dialectOf: (place) => pinterestDialect(context, place),
    readCandidates: (place, tokens) => readCandidates(context, place, tokens),
  });
}

/** The life of tokens that Pinterest has just issued. */
function pinterestLife(
  { clock }: PinterestContext,
  { accessExpiresAt, refreshExpiresAt, refreshToken }: OAuthTokens,
): GrantLife {
  // Without a new refresh token, the end of the old one is unknown, so refresh within the life of the access token.
  const unstated = refreshToken === null ? accessExpiresAt : null;
  return {
    tokenExpiresAt: accessExpiresAt,
    refreshBy: refreshExpiresAt ?? unstated ?? new Date(clock.now().getTime() + refreshTokenLifeMs),
    refreshNotBefore: null,
    reconnectBy: null,
  };
}

/** Reads the account of a grant. One grant covers one account; the board is chosen for each post. */
async function readCandidates(
  context: PinterestContext,
  { baseUrl }: ConnectPlace,
  tokens: OAuthTokens,
): Promise<ConnectAnswer> {
  const { accessToken, refreshToken, scopes } = tokens;
  if (refreshToken === null) return { kind: 'denied', code: 'PLATFORM_REJECTED', message: noRefreshToken };
  const credentials = { accessToken, refreshToken };
  const { id: externalAccountId, ...shown } = await readAccount(accessWith(context, baseUrl, credentials));
  const life = pinterestLife(context, tokens);
  return {
    kind: 'granted',
    candidates: [{ externalAccountId, ...shown, serviceUrl: null, credentials, life, scopes, reason: null }],
  };
}

export async function checkPinterestAccount(session: PinterestSession): Promise<CheckAnswer> {
  const { handle, displayName, avatarUrl } = await readAccount(session);
  return { kind: 'alive', handle, displayName, avatarUrl };
}

/** Refreshes a grant. The new refresh token has the same lifetime that the old one had at first. */
export async function refreshPinterestTokens(
  context: PinterestContext,
  session: PinterestSession,
): Promise<RefreshAnswer> {
  return refreshPair(oauthParts(context), {
    dialect: pinterestDialect(context, session),
    client: clientFor(session, { id: context.clientId, secret: context.clientSecret }),
    refreshToken: session.credentials.refreshToken,
    lifeOf: (tokens) => pinterestLife(context, tokens),
  });
}

const accountSchema = z.object({
  id: idSchema,
  username: z.string().min(1),
  /** Present only for business accounts. */
  business_name: z.string().min(1).nullish().catch(undefined),
  profile_image: z.url().optional().catch(undefined),
});

interface Account {
  id: string;
  handle: string;
  displayName: string | null;
  avatarUrl: string | null;
}

async function readAccount(access: PinterestAccess): Promise<Account> {
  const call = { method: 'GET', path: '/user_account' } as const;
  const account = await readPinterest(access, call, accountSchema);
  const { id, username, business_name: name, profile_image: avatarUrl = null } = account;
  return { id, handle: username, displayName: name ?? null, avatarUrl };
}
