import { z } from 'zod';
import type { ConnectPlace, ConnectScope, RedirectConnect } from '../kit/connect.js';
import { readMetaCandidates, readMetaUser, type MetaAccounts } from '../kit/meta/account.js';
import { metaDialect } from '../kit/meta/login.js';
import { oauthConnect } from '../kit/oauth/connect.js';
import type { OAuthDialect } from '../kit/oauth/dialect.js';
import type { InstagramContext } from './api.js';

/** The permission to list, write, hide and delete comments. */
export const manageComments = 'instagram_business_manage_comments';

/** The permission to read the metrics of posts. */
export const manageInsights = 'instagram_business_manage_insights';

/** The scopes in Instagram Platform: "instagram-api-with-instagram-login/business-login". */
const instagramScopes: readonly ConnectScope[] = [
  {
    name: 'instagram_business_basic',
    purpose: 'identify the account, and check whether a post is public when the response was lost',
    required: true,
  },
  { name: 'instagram_business_content_publish', purpose: 'publish posts', required: true },
  {
    name: manageComments,
    purpose: 'publish first comments, and read, answer, hide and delete comments',
    required: false,
  },
  { name: manageInsights, purpose: 'read the metrics of posts, such as views and likes', required: false },
];

function instagramDialect(
  { siteUrl, tokenUrl }: InstagramContext,
  { sandboxUrl }: ConnectPlace,
): OAuthDialect {
  return {
    ...metaDialect,
    authorizeUrl: `${sandboxUrl ?? siteUrl}/oauth/authorize`,
    tokenUrl: `${sandboxUrl ?? tokenUrl}/oauth/access_token`,
  };
}

/** Connects with Instagram Login, which needs no Page. */
export function instagramConnect(context: InstagramContext): RedirectConnect {
  return oauthConnect(context, {
    app: {
      idVariable: 'INSTAGRAM_CLIENT_ID',
      id: context.clientId,
      secretVariable: 'INSTAGRAM_CLIENT_SECRET',
      secret: context.clientSecret,
    },
    scopes: instagramScopes,
    pkce: false,
    dialectOf: (place) => instagramDialect(context, place),
    readCandidates: (place, tokens, client) =>
      readMetaCandidates(context, instagramAccounts(context), place, tokens, client),
  });
}

/** Reads accounts with Instagram Login. The response to the code lists the granted permissions. */
export function instagramAccounts(context: InstagramContext): MetaAccounts {
  const path = `/${context.graphVersion}/me`;
  const fields = 'user_id,username,name,account_type,profile_picture_url';
  return {
    grantTypes: { exchange: 'ig_exchange_token', refresh: 'ig_refresh_token' },
    readUser: (baseUrl, accessToken) =>
      readMetaUser(context, { baseUrl, path, fields }, userSchema, accessToken),
  };
}

const userSchema = z
  .object({
    /** The account's id. The field `id` is different for each app. */
    user_id: z.string().min(1),
    username: z.string().min(1),
    name: z.string().optional(),
    account_type: z.string().optional(),
    profile_picture_url: z.url().optional(),
  })
  .transform(({ user_id: id, username, name, account_type: type, profile_picture_url: avatarUrl }) => ({
    id,
    username,
    name,
    avatarUrl,
    // Business and creator accounts are professional. An account of unknown type is assumed to be professional.
    reason: type?.toUpperCase() === 'PERSONAL' ? ('WRONG_ACCOUNT_TYPE' as const) : null,
  }));
