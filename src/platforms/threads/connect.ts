import { z } from 'zod';
import { onFailure } from '../kit/failure.js';
import type { ConnectPlace, ConnectScope, RedirectConnect } from '../kit/connect.js';
import { readMetaCandidates, readMetaUser, type MetaAccounts } from '../kit/meta/account.js';
import { debugToken, metaDialect } from '../kit/meta/login.js';
import { oauthConnect } from '../kit/oauth/connect.js';
import type { OAuthDialect } from '../kit/oauth/dialect.js';
import type { ThreadsContext } from './api.js';

/** The permission for all changes of replies. */
export const manageReplies = 'threads_manage_replies';

/** The permission to look up the profiles of others. */
export const discoverProfiles = 'threads_profile_discovery';

/** The permission to delete posts and replies. */
export const deletePosts = 'threads_delete';

/** The permission to read the numbers of posts. */
export const manageInsights = 'threads_manage_insights';

/**
 * The scopes in Threads API: "get-started/get-access-tokens-and-permissions", "retrieve-and-manage-replies",
 * "threads-profiles", "posts/delete-posts".
 */
const threadsScopes: readonly ConnectScope[] = [
  {
    name: 'threads_basic',
    purpose: 'identify the account, and check whether a post is public when the response was lost',
    required: true,
  },
  { name: 'threads_content_publish', purpose: 'publish posts', required: true },
  { name: manageReplies, purpose: 'publish first comments and replies, and hide replies', required: false },
  {
    name: 'threads_read_replies',
    purpose: 'read replies, and check whether our own are public when the response was lost',
    required: false,
  },
  { name: discoverProfiles, purpose: 'look up people to mention', required: false },
  { name: manageInsights, purpose: 'read the metrics of posts, such as views and likes', required: false },
  { name: deletePosts, purpose: 'delete posts and replies', required: false },
];

function threadsDialect({ siteUrl }: ThreadsContext, { baseUrl, sandboxUrl }: ConnectPlace): OAuthDialect {
  return {
    ...metaDialect,
    authorizeUrl: `${sandboxUrl ?? siteUrl}/oauth/authorize`,
    tokenUrl: `${baseUrl}/oauth/access_token`,
  };
}

export function threadsConnect(context: ThreadsContext): RedirectConnect {
  return oauthConnect(context, {
    app: {
      idVariable: 'THREADS_CLIENT_ID',
      id: context.clientId,
      secretVariable: 'THREADS_CLIENT_SECRET',
      secret: context.clientSecret,
    },
    scopes: threadsScopes,
    pkce: false,
    dialectOf: (place) => threadsDialect(context, place),
    readCandidates: (place, tokens, client) =>
      readMetaCandidates(context, threadsAccounts(context), place, tokens, client),
  });
}

export function threadsAccounts(context: ThreadsContext): MetaAccounts {
  const fields = 'id,username,name,threads_profile_picture_url';
  return {
    grantTypes: { exchange: 'th_exchange_token', refresh: 'th_refresh_token' },
    readUser: (baseUrl, accessToken) =>
      readMetaUser(context, { baseUrl, path: '/v1.0/me', fields }, userSchema, accessToken),
    readScopes: (baseUrl, userId, accessToken) => readScopes(context, baseUrl, userId, accessToken),
  };
}

/**
 * Reads the granted scopes, which no response of the grant contains. The call that returns them is documented
 * only for tokens of the app's testers, so a rejection means nothing.
 */
async function readScopes(
  context: ThreadsContext,
  baseUrl: string,
  userId: string,
  accessToken: string,
): Promise<string[] | null> {
  const url = `${baseUrl}/v1.0/debug_token`;
  const debugged = await onFailure(debugToken(context, url, accessToken, { accessToken }), () => null);
  return debugged?.scopesOf(userId) ?? null;
}

const userSchema = z
  .object({
    id: z.string().min(1),
    username: z.string().min(1),
    name: z.string().optional(),
    threads_profile_picture_url: z.url().optional(),
  })
  .transform(({ threads_profile_picture_url: avatarUrl, ...user }) => ({ ...user, avatarUrl }));
