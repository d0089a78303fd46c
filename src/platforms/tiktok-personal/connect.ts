import { z } from 'zod';
import type {
  CheckAnswer,
  ConnectAnswer,
  ConnectPlace,
  ConnectScope,
  RedirectConnect,
  RevokeAnswer,
} from '../kit/connect.js';
import { readCredentials } from '../kit/call.js';
import { revokeGrant, type OAuthTokens } from '../kit/oauth/client.js';
import { clientFor, oauthConnect } from '../kit/oauth/connect.js';
import type { PlatformSession } from '../kit/session.js';
import {
  callTikTok,
  tikTokCredentialsSchema,
  type Called,
  type TikTokAccess,
  type TikTokContext,
} from './api.js';
import { tikTokDialect, tikTokLife } from './oauth.js';
import { refreshTikTokTokens } from './refresh.js';

/** People may leave some of them out on TikTok's page. */
const scopes: readonly ConnectScope[] = [
  { name: 'user.info.basic', purpose: 'show the account’s name and picture', required: true },
  {
    name: 'user.info.profile',
    purpose: 'know the account’s handle, which links to posts hold',
    required: true,
  },
  { name: 'video.publish', purpose: 'publish videos and pictures', required: true },
  { name: 'video.upload', purpose: 'send drafts to the inbox of the account', required: false },
  { name: 'video.list', purpose: 'find posts again after a lost answer', required: false },
];

export function tikTokConnect(context: TikTokContext): RedirectConnect {
  return oauthConnect(context, {
    app: {
      idVariable: 'TIKTOK_PERSONAL_CLIENT_KEY',
      id: context.clientKey,
      secretVariable: 'TIKTOK_PERSONAL_CLIENT_SECRET',
      secret: context.clientSecret,
    },
    scopes,
    pkce: false,
    dialectOf: (place) => tikTokDialect(context, place),
    readCandidates: (place, tokens) => readCandidates(context, place, tokens),
  });
}

const openIdSchema = z.object({ open_id: z.string().min(1) });

/** One grant, one account. */
async function readCandidates(
  context: TikTokContext,
  { baseUrl }: ConnectPlace,
  tokens: OAuthTokens,
): Promise<ConnectAnswer> {
  const { accessToken, refreshToken } = tokens;
  const owner = openIdSchema.safeParse(tokens.raw).data;
  if (refreshToken === null || owner === undefined) {
    return { kind: 'ambiguous', message: 'TikTok’s answer lacks a refresh token, or whose it is.' };
  }
  const credentials = { accessToken, refreshToken };
  const called = await readUser(context, { baseUrl, credentials }, tokens.scopes);
  // Whose it is, is known in any case: the account is shown with what it lacks.
  const isRefused =
    'failure' in called && called.failure.kind === 'rejected' && called.failure.code === 'PERMISSION_MISSING';
  if ('failure' in called && !isRefused) return called.failure;
  const user = 'data' in called ? called.data : {};
  return {
    kind: 'granted',
    candidates: [
      {
        externalAccountId: owner.open_id,
        handle: user.username ?? user.display_name ?? owner.open_id,
        displayName: user.display_name ?? null,
        avatarUrl: user.avatar_url ?? null,
        serviceUrl: null,
        credentials,
        life: tikTokLife(context, tokens),
        scopes: tokens.scopes,
        reason: isRefused ? 'PERMISSION_MISSING' : null,
      },
    ],
  };
}

export async function checkTikTokAccount(
  context: TikTokContext,
  session: PlatformSession,
): Promise<CheckAnswer> {
  const called = await readUser(context, session, null);
  if ('failure' in called) return called.failure;
  const { username, display_name: displayName = null, avatar_url: avatarUrl = null } = called.data;
  return { kind: 'alive', handle: username ?? session.handle, displayName, avatarUrl };
}

/** TikTok takes access tokens alone, which live for hours: a new one is asked for first. */
export async function revokeTikTokGrant(
  context: TikTokContext,
  session: PlatformSession,
): Promise<RevokeAnswer> {
  const renewed = await refreshTikTokTokens(context, session);
  if (renewed.kind === 'auth-revoked') return { kind: 'revoked' };
  const credentials = renewed.kind === 'refreshed' ? renewed.credentials : session.credentials;
  const read = readCredentials(tikTokCredentialsSchema, credentials);
  if ('failure' in read) return read.failure;
  const client = clientFor(session, { id: context.clientKey, secret: context.clientSecret });
  return revokeGrant(context, tikTokDialect(context, session), client, read.credentials.accessToken);
}

const userSchema = z.object({
  user: z.object({
    username: z.string().min(1).optional().catch(undefined),
    display_name: z.string().min(1).optional().catch(undefined),
    avatar_url: z.url().optional().catch(undefined),
  }),
});
type TikTokUser = z.infer<typeof userSchema>['user'];

/** One field without its scope has the whole call refused. Null: which were granted is not known. */
async function readUser(
  context: TikTokContext,
  access: TikTokAccess,
  granted: readonly string[] | null,
): Promise<Called<TikTokUser>> {
  const knowsHandle = granted === null || granted.includes('user.info.profile');
  const fields = ['open_id', 'display_name', 'avatar_url', ...(knowsHandle ? ['username'] : [])];
  const called = await callTikTok(
    context,
    access,
    { method: 'GET', path: '/v2/user/info/', query: { fields: fields.join(',') } },
    userSchema,
  );
  return 'data' in called ? { data: called.data.user } : called;
}
