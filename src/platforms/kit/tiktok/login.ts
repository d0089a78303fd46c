import { z } from 'zod';
import { parseCredentials } from '../call.js';
import type { CheckAnswer, ConnectAnswer, ConnectPlace, GrantLife, RevokeAnswer } from '../connect.js';
import type { Connector } from '../connector.js';
import { onFailure, PlatformFailed } from '../failure.js';
import { revokeGrant, type OAuthTokens } from '../oauth/client.js';
import { clientFor, oauthConnect, type OAuthConnectSpec } from '../oauth/connect.js';
import { refreshPair } from '../oauth/refresh.js';
import type { RefreshAnswer } from '../platform.js';
import {
  accessWith,
  tokenPairSchema,
  type OpenSession,
  type PlatformAccess,
  type TokenPair,
} from '../session.js';
import type { ConnectorParts } from '../parts.js';

/** An account's profile from TikTok's two APIs. */
export interface TikTokProfile {
  username?: string | undefined;
  displayName?: string | undefined;
  avatarUrl?: string | undefined;
}

/** The differences between the logins of TikTok's two APIs. */
export interface TikTokLogin<Settings = unknown> extends Omit<OAuthConnectSpec, 'readCandidates'> {
  /** The lifetime of a refresh token if the response does not state it. */
  refreshTokenLifeMs: number;
  /** Reads the profile. `granted` are the granted scopes; null if unknown. */
  readProfile: (access: TikTokAccess<Settings>, granted: readonly string[] | null) => Promise<TikTokProfile>;
}

export type TikTokSession<Settings = unknown> = OpenSession<TokenPair, Settings>;
/** The account, the URL of the API, and the tokens. */
export type TikTokAccess<Settings = unknown> = PlatformAccess<TokenPair, Settings> &
  Pick<TikTokSession, 'externalAccountId'>;

/** The part of a login that does not depend on a platform's settings. */
type Grants = Omit<TikTokLogin, 'readProfile'>;

/** Everything that a connector does with the grant of an account. */
export function tikTokGrants<Settings>(
  parts: ConnectorParts & Settings,
  login: TikTokLogin<Settings>,
): Required<Pick<Connector<TikTokSession<Settings>>, 'refresh' | 'connect' | 'check' | 'revoke'>> {
  const redirect = oauthConnect(parts, {
    ...login,
    readCandidates: (place, tokens) => readCandidates(parts, login, place, tokens),
  });
  return {
    refresh: (session) => refresh(parts, login, session),
    connect: { redirect, credentials: null },
    check: (session) => check(login, session),
    revoke: (session) => revoke(parts, login, session),
  };
}

const openIdSchema = z.object({ open_id: z.string().min(1) });

/** Reads the account of a grant. One grant covers one account. */
async function readCandidates<Settings>(
  parts: ConnectorParts & Settings,
  login: TikTokLogin<Settings>,
  { baseUrl }: ConnectPlace,
  tokens: OAuthTokens,
): Promise<ConnectAnswer> {
  const { accessToken, refreshToken } = tokens;
  const owner = openIdSchema.safeParse(tokens.raw).data;
  if (refreshToken === null || owner === undefined) {
    return { kind: 'ambiguous', message: 'TikTok’s response has no refresh token or no account id.' };
  }
  const credentials = { accessToken, refreshToken };
  const externalAccountId = owner.open_id;
  const access = { ...accessWith(parts, baseUrl, credentials), externalAccountId };
  // The token response already identifies the account, so it is listed even if the permission for its profile
  // is missing.
  const profile = await onFailure(login.readProfile(access, tokens.scopes), (failure) => {
    if (failure.kind === 'rejected' && failure.code === 'PERMISSION_MISSING') return null;
    throw new PlatformFailed(failure);
  });
  return {
    kind: 'granted',
    candidates: [
      {
        externalAccountId,
        handle: profile?.username ?? profile?.displayName ?? externalAccountId,
        displayName: profile?.displayName ?? null,
        avatarUrl: profile?.avatarUrl ?? null,
        serviceUrl: null,
        credentials,
        life: lifeOf(parts, login, tokens),
        scopes: tokens.scopes,
        reason: profile === null ? 'PERMISSION_MISSING' : null,
      },
    ],
  };
}

async function check<Settings>(
  login: TikTokLogin<Settings>,
  session: TikTokSession<Settings>,
): Promise<CheckAnswer> {
  const { username, displayName = null, avatarUrl = null } = await login.readProfile(session, null);
  return { kind: 'alive', handle: username ?? session.handle, displayName, avatarUrl };
}

/** Refreshes a grant. The new refresh token replaces the one that was sent, which may no longer work. */
async function refresh(parts: ConnectorParts, login: Grants, session: TikTokSession): Promise<RefreshAnswer> {
  return refreshPair(parts, {
    dialect: login.dialectOf(session),
    client: clientFor(session, login.app),
    refreshToken: session.credentials.refreshToken,
    lifeOf: (tokens) => lifeOf(parts, login, tokens),
  });
}

/**
 * Revokes a grant. TikTok accepts only an access token for that, which lasts at most a day, so we get a new one first.
 */
async function revoke(parts: ConnectorParts, login: Grants, session: TikTokSession): Promise<RevokeAnswer> {
  const renewed = await refresh(parts, login, session);
  if (renewed.kind === 'auth-revoked') return { kind: 'revoked' };
  const { accessToken } =
    renewed.kind === 'refreshed'
      ? parseCredentials(tokenPairSchema, renewed.credentials)
      : session.credentials;
  return revokeGrant(parts, login.dialectOf(session), clientFor(session, login.app), accessToken);
}

/** The life of a grant. Each refresh returns a new refresh token with its own lifetime. */
function lifeOf({ clock }: ConnectorParts, { refreshTokenLifeMs }: Grants, tokens: OAuthTokens): GrantLife {
  return {
    tokenExpiresAt: tokens.accessExpiresAt,
    refreshBy: tokens.refreshExpiresAt ?? new Date(clock.now().getTime() + refreshTokenLifeMs),
    refreshNotBefore: null,
    reconnectBy: null,
  };
}
