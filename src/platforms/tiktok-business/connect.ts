import { z } from 'zod';
import { readCredentials } from '../kit/call.js';
import type {
  CheckAnswer,
  ConnectAnswer,
  ConnectPlace,
  ConnectScope,
  RedirectConnect,
  RevokeAnswer,
} from '../kit/connect.js';
import { revokeGrant, type OAuthTokens } from '../kit/oauth/client.js';
import { clientFor, oauthConnect } from '../kit/oauth/connect.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { PlatformSession } from '../kit/session.js';
import {
  credentialsSchema,
  readBusiness,
  readData,
  type BusinessAccess,
  type TikTokBusinessContext,
} from './api.js';
import { businessFailure } from './failures.js';
import { businessDialect, businessLife } from './oauth.js';
import { refreshTokens } from './refresh.js';

/** People may leave some of them out on TikTok's page. */
const scopes: readonly ConnectScope[] = [
  { name: 'user.info.basic', purpose: 'show the account’s name and picture', required: true },
  {
    name: 'user.info.username',
    purpose: 'know the account’s handle, which links to posts hold',
    required: true,
  },
  { name: 'video.publish', purpose: 'publish videos and pictures', required: true },
  { name: 'video.upload', purpose: 'send drafts to the inbox of the account', required: false },
  { name: 'video.list', purpose: 'find posts again after a lost answer', required: false },
  {
    name: 'comment.list',
    purpose: 'read comments, and find our own again after a lost answer',
    required: false,
  },
  { name: 'comment.list.manage', purpose: 'publish comments and answer them', required: false },
];

export function businessConnect(context: TikTokBusinessContext): RedirectConnect {
  return oauthConnect(context, {
    app: {
      idVariable: 'TIKTOK_BUSINESS_CLIENT_ID',
      id: context.clientId,
      secretVariable: 'TIKTOK_BUSINESS_CLIENT_SECRET',
      secret: context.clientSecret,
    },
    scopes,
    pkce: false,
    redirectEndsWithSlash: true,
    dialectOf: (place) => businessDialect(context, place),
    readCandidates: (place, tokens) => readCandidates(context, place, tokens),
  });
}

const openIdSchema = z.object({ open_id: z.string().min(1) });

/** One grant, one account. */
async function readCandidates(
  context: TikTokBusinessContext,
  { baseUrl }: ConnectPlace,
  tokens: OAuthTokens,
): Promise<ConnectAnswer> {
  const { accessToken, refreshToken } = tokens;
  const owner = openIdSchema.safeParse(tokens.raw).data;
  if (refreshToken === null || owner === undefined) {
    return { kind: 'ambiguous', message: 'TikTok’s answer lacks a refresh token, or whose it is.' };
  }
  const credentials = { accessToken, refreshToken };
  const externalAccountId = owner.open_id;
  const read = await readProfile(context, { baseUrl, credentials, externalAccountId });
  // Whose it is, is known in any case: the account is shown with what it lacks.
  const isRefused =
    'failure' in read && read.failure.kind === 'rejected' && read.failure.code === 'PERMISSION_MISSING';
  if ('failure' in read && !isRefused) return read.failure;
  const profile = 'profile' in read ? read.profile : {};
  return {
    kind: 'granted',
    candidates: [
      {
        externalAccountId,
        handle: profile.username ?? profile.display_name ?? externalAccountId,
        displayName: profile.display_name ?? null,
        avatarUrl: profile.profile_image ?? null,
        serviceUrl: null,
        credentials,
        life: businessLife(context, tokens),
        scopes: tokens.scopes,
        reason: isRefused ? 'PERMISSION_MISSING' : null,
      },
    ],
  };
}

export async function checkBusinessAccount(
  context: TikTokBusinessContext,
  session: PlatformSession,
): Promise<CheckAnswer> {
  const read = await readProfile(context, session);
  if ('failure' in read) return read.failure;
  const { username, display_name: displayName = null, profile_image: avatarUrl = null } = read.profile;
  return { kind: 'alive', handle: username ?? session.handle, displayName, avatarUrl };
}

/** TikTok takes access tokens alone, which live for a day: a new one is asked for first. */
export async function revokeBusinessGrant(
  context: TikTokBusinessContext,
  session: PlatformSession,
): Promise<RevokeAnswer> {
  const renewed = await refreshTokens(context, session);
  if (renewed.kind === 'auth-revoked') return { kind: 'revoked' };
  const credentials = renewed.kind === 'refreshed' ? renewed.credentials : session.credentials;
  const read = readCredentials(credentialsSchema, credentials);
  if ('failure' in read) return read.failure;
  const client = clientFor(session, { id: context.clientId, secret: context.clientSecret });
  return revokeGrant(context, businessDialect(context, session), client, read.credentials.accessToken);
}

const profileSchema = z.object({
  username: z.string().min(1).optional().catch(undefined),
  display_name: z.string().min(1).optional().catch(undefined),
  profile_image: z.url().optional().catch(undefined),
});
type Profile = z.infer<typeof profileSchema>;

async function readProfile(
  context: TikTokBusinessContext,
  access: BusinessAccess,
): Promise<{ profile: Profile } | { failure: PlatformFailure }> {
  const fields = JSON.stringify(['username', 'display_name', 'profile_image']);
  const result = await readBusiness(context, access, { path: '/business/get/', params: { fields } });
  if ('failure' in result) return result;
  const profile = readData(result.answer, profileSchema);
  return profile === null ? { failure: businessFailure(result.answer, context.clock) } : { profile };
}
