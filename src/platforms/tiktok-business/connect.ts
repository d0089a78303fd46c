import { z } from 'zod';
import type { ConnectScope } from '../kit/connect.js';
import type { TikTokLogin, TikTokProfile } from '../kit/tiktok/login.js';
import {
  readBusiness,
  type BusinessAccess,
  type BusinessSettings,
  type TikTokBusinessContext,
} from './api.js';
import { businessDialect, refreshTokenLifeMs } from './oauth.js';

/** The permission to publish and delete comments. */
export const manageComments = 'comment.list.manage';

/** People can untick some of the scopes on TikTok's page. */
const scopes: readonly ConnectScope[] = [
  { name: 'user.info.basic', purpose: 'show the account’s name and picture', required: true },
  {
    name: 'user.info.username',
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
  {
    name: 'comment.list',
    purpose: 'read comments, and check whether our own are public when the response was lost',
    required: false,
  },
  { name: manageComments, purpose: 'publish comments, reply to them, and delete our own', required: false },
];

export function businessLogin(context: TikTokBusinessContext): TikTokLogin<BusinessSettings> {
  return {
    app: {
      idVariable: 'TIKTOK_BUSINESS_CLIENT_ID',
      id: context.clientId,
      secretVariable: 'TIKTOK_BUSINESS_CLIENT_SECRET',
      secret: context.clientSecret,
    },
    scopes,
    redirectEndsWithSlash: true,
    pkce: false,
    dialectOf: (place) => businessDialect(context, place),
    refreshTokenLifeMs,
    readProfile,
  };
}

const profileSchema = z.object({
  username: z.string().min(1).optional().catch(undefined),
  display_name: z.string().min(1).optional().catch(undefined),
  profile_image: z.url().optional().catch(undefined),
});

async function readProfile(access: BusinessAccess): Promise<TikTokProfile> {
  const fields = JSON.stringify(['username', 'display_name', 'profile_image']);
  const call = { path: '/business/get/', params: { fields } };
  const profile = await readBusiness(access, call, profileSchema);
  const { username, display_name: displayName, profile_image: avatarUrl } = profile;
  return { username, displayName, avatarUrl };
}
