import { z } from 'zod';
import type { CandidateReason } from '../../domain/connect-sessions.js';
import { isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import type {
  CheckAnswer,
  ConnectAnswer,
  ConnectPlace,
  ConnectScope,
  RedirectConnect,
} from '../kit/connect.js';
import { graph, graphFailure } from '../kit/graph-api.js';
import { asConnectAnswer, exchangeForLongLived, longLivedLife, metaDialect } from '../kit/meta-login.js';
import type { OAuthTokens } from '../kit/oauth/client.js';
import { oauthConnect } from '../kit/oauth/connect.js';
import type { OAuthClient, OAuthDialect } from '../kit/oauth/dialect.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { PlatformSession } from '../kit/session.js';
import { instagramCredentialsSchema, type InstagramContext } from './api.js';

/** Instagram Platform: "instagram-api-with-instagram-login/business-login". */
const instagramScopes: readonly ConnectScope[] = [
  {
    name: 'instagram_business_basic',
    purpose: 'know whose account it is, and find posts again',
    required: true,
  },
  { name: 'instagram_business_content_publish', purpose: 'publish posts', required: true },
  {
    name: 'instagram_business_manage_comments',
    purpose: 'publish first comments, read comments and answer them',
    required: false,
  },
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

/** With Instagram Login: an account needs no Page for it. */
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
    readCandidates: (place, tokens, client) => readCandidates(context, place, tokens, client),
  });
}

/** One grant, one account. What the code gives lives for an hour alone, and says which permissions were ticked. */
async function readCandidates(
  context: InstagramContext,
  { baseUrl }: ConnectPlace,
  { accessToken: shortLived, scopes }: OAuthTokens,
  client: OAuthClient,
): Promise<ConnectAnswer> {
  const exchange = { baseUrl, grantType: 'ig_exchange_token' };
  const token = await exchangeForLongLived(context, exchange, client, shortLived);
  if ('failure' in token) return asConnectAnswer(token.failure);
  const { accessToken, expiresAt } = token;
  const user = await readInstagramUser(context, baseUrl, accessToken);
  if ('failure' in user) return asConnectAnswer(user.failure);
  return {
    kind: 'granted',
    candidates: [
      {
        externalAccountId: user.user_id,
        handle: user.username,
        displayName: user.name ?? null,
        avatarUrl: user.profile_picture_url ?? null,
        serviceUrl: null,
        credentials: { accessToken },
        life: longLivedLife(context.clock.now(), expiresAt),
        scopes,
        reason: reasonOf(user),
      },
    ],
  };
}

/** Business accounts and those of creators are professional; one whose type is not told is taken for one. */
function reasonOf({ account_type: type }: InstagramUser): CandidateReason | null {
  return type?.toUpperCase() === 'PERSONAL' ? 'WRONG_ACCOUNT_TYPE' : null;
}

export async function checkInstagramAccount(
  context: InstagramContext,
  { baseUrl, credentials }: PlatformSession,
): Promise<CheckAnswer> {
  const read = readCredentials(instagramCredentialsSchema, credentials);
  if ('failure' in read) return read.failure;
  const user = await readInstagramUser(context, baseUrl, read.credentials.accessToken);
  if ('failure' in user) return user.failure;
  return {
    kind: 'alive',
    handle: user.username,
    displayName: user.name ?? null,
    avatarUrl: user.profile_picture_url ?? null,
  };
}

const userSchema = z.object({
  /** The account's. Beside it stands `id`, which is another for each app. */
  user_id: z.string().min(1),
  username: z.string().min(1),
  name: z.string().optional(),
  account_type: z.string().optional(),
  profile_picture_url: z.url().optional(),
});
type InstagramUser = z.infer<typeof userSchema>;

export async function readInstagramUser(
  { safeFetch, clock, graphVersion }: InstagramContext,
  baseUrl: string,
  accessToken: string,
): Promise<InstagramUser | { failure: PlatformFailure }> {
  const result = await graph(safeFetch, {
    baseUrl,
    path: `/${graphVersion}/me`,
    method: 'GET',
    params: { fields: 'user_id,username,name,account_type,profile_picture_url' },
    accessToken,
  });
  if ('failure' in result) return result;
  const user = isSuccess(result.answer) ? readAnswer(result.answer, userSchema) : null;
  return user ?? { failure: graphFailure(result.answer, clock) };
}
