import { z } from 'zod';
import type { ConnectScope } from '../kit/connect.js';
import type { TikTokAccess, TikTokLogin, TikTokProfile } from '../kit/tiktok/login.js';
import { callTikTok, type TikTokContext } from './api.js';
import { refreshTokenLifeMs, tikTokDialect } from './oauth.js';

/** People can untick some of the scopes on TikTok's page. */
const scopes: readonly ConnectScope[] = [
  { name: 'user.info.basic', purpose: 'show the account’s name and picture', required: true },
  {
    name: 'user.info.profile',
    purpose: 'read the account’s handle, which is part of post URLs',
    required: true,
  },
  { name: 'video.publish', purpose: 'publish videos and images', required: true },
  { name: 'video.upload', purpose: 'send drafts to the account’s inbox', required: false },
  {
    name: 'video.list',
    purpose: 'check whether a post is public when the response was lost',
    required: false,
  },
];

export function tikTokLogin(context: TikTokContext): TikTokLogin {
  return {
    app: {
      idVariable: 'TIKTOK_PERSONAL_CLIENT_KEY',
      id: context.clientKey,
      secretVariable: 'TIKTOK_PERSONAL_CLIENT_SECRET',
      secret: context.clientSecret,
    },
    scopes,
    pkce: true,
    dialectOf: (place) => tikTokDialect(context, place),
    refreshTokenLifeMs,
    readProfile,
  };
}

const userSchema = z.object({
  user: z.object({
    username: z.string().min(1).optional().catch(undefined),
    display_name: z.string().min(1).optional().catch(undefined),
    avatar_url: z.url().optional().catch(undefined),
  }),
});

/**
 * Reads the profile. The handle is requested only if its scope is granted, because TikTok otherwise rejects
 * the whole call.
 */
async function readProfile(access: TikTokAccess, granted: readonly string[] | null): Promise<TikTokProfile> {
  const knowsHandle = granted === null || granted.includes('user.info.profile');
  const fields = ['open_id', 'display_name', 'avatar_url', ...(knowsHandle ? ['username'] : [])];
  const call = { method: 'GET', path: '/v2/user/info/', query: { fields: fields.join(',') } } as const;
  const { user } = await callTikTok(access, call, userSchema);
  const { username, display_name: displayName, avatar_url: avatarUrl } = user;
  return { username, displayName, avatarUrl };
}
