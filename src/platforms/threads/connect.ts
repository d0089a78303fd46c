import { z } from 'zod';
import { isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import type {
  CheckAnswer,
  ConnectAnswer,
  ConnectPlace,
  ConnectScope,
  RedirectConnect,
} from '../kit/connect.js';
import { graph, graphFailure } from '../kit/graph-api.js';
import {
  asConnectAnswer,
  debugToken,
  exchangeForLongLived,
  longLivedLife,
  metaDialect,
  refreshLongLived,
} from '../kit/meta-login.js';
import { oauthConnect } from '../kit/oauth/connect.js';
import type { OAuthClient, OAuthDialect } from '../kit/oauth/dialect.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { RefreshAnswer } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { threadsCredentialsSchema, type ThreadsContext } from './api.js';

/** Threads API: "get-started/get-access-tokens-and-permissions", "retrieve-and-manage-replies". */
const threadsScopes: readonly ConnectScope[] = [
  { name: 'threads_basic', purpose: 'know whose account it is, and find posts again', required: true },
  { name: 'threads_content_publish', purpose: 'publish posts', required: true },
  { name: 'threads_manage_replies', purpose: 'publish first comments and answers', required: false },
  {
    name: 'threads_read_replies',
    purpose: 'read replies, and find ours again after a lost answer',
    required: false,
  },
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
    readCandidates: (place, { accessToken }, client) => readCandidates(context, place, accessToken, client),
  });
}

/** One grant, one account. What the code gives lives for an hour alone. */
async function readCandidates(
  context: ThreadsContext,
  { baseUrl }: ConnectPlace,
  shortLived: string,
  client: OAuthClient,
): Promise<ConnectAnswer> {
  const exchange = { baseUrl, grantType: 'th_exchange_token' };
  const token = await exchangeForLongLived(context, exchange, client, shortLived);
  if ('failure' in token) return asConnectAnswer(token.failure);
  const { accessToken, expiresAt } = token;
  const user = await readUser(context, baseUrl, accessToken);
  if ('failure' in user) return asConnectAnswer(user.failure);
  return {
    kind: 'granted',
    candidates: [
      {
        externalAccountId: user.id,
        handle: user.username,
        displayName: user.name ?? null,
        avatarUrl: user.threads_profile_picture_url ?? null,
        serviceUrl: null,
        credentials: { accessToken },
        life: longLivedLife(context.clock.now(), expiresAt),
        scopes: await readScopes(context, baseUrl, user.id, accessToken),
        reason: null,
      },
    ],
  };
}

/**
 * No answer of the grant tells them. The call that does is documented for tokens of the app's testers, so that a
 * refusal says nothing.
 */
async function readScopes(
  context: ThreadsContext,
  baseUrl: string,
  userId: string,
  accessToken: string,
): Promise<string[] | null> {
  const url = `${baseUrl}/v1.0/debug_token`;
  const debugged = await debugToken(context, url, accessToken, { accessToken });
  return 'failure' in debugged ? null : debugged.token.scopesOf(userId);
}

export async function checkThreadsAccount(
  context: ThreadsContext,
  { baseUrl, credentials }: PlatformSession,
): Promise<CheckAnswer> {
  const read = readCredentials(threadsCredentialsSchema, credentials);
  if ('failure' in read) return read.failure;
  const { accessToken } = read.credentials;
  const user = await readUser(context, baseUrl, accessToken);
  if ('failure' in user) return user.failure;
  const scopes = await readScopes(context, baseUrl, user.id, accessToken);
  return {
    kind: 'alive',
    handle: user.username,
    displayName: user.name ?? null,
    avatarUrl: user.threads_profile_picture_url ?? null,
    ...(scopes !== null && { scopes }),
  };
}

export async function refreshThreadsToken(
  context: ThreadsContext,
  { baseUrl, credentials }: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(threadsCredentialsSchema, credentials);
  if ('failure' in read) return read.failure;
  const { accessToken } = read.credentials;
  return refreshLongLived(
    context,
    { baseUrl, grantType: 'th_refresh_token' },
    accessToken,
    async () => !('failure' in (await readUser(context, baseUrl, accessToken))),
  );
}

const userSchema = z.object({
  id: z.string().min(1),
  username: z.string().min(1),
  name: z.string().optional(),
  threads_profile_picture_url: z.url().optional(),
});

async function readUser(
  { safeFetch, clock }: ThreadsContext,
  baseUrl: string,
  accessToken: string,
): Promise<z.infer<typeof userSchema> | { failure: PlatformFailure }> {
  const result = await graph(safeFetch, {
    baseUrl,
    path: '/v1.0/me',
    method: 'GET',
    params: { fields: 'id,username,name,threads_profile_picture_url' },
    accessToken,
  });
  if ('failure' in result) return result;
  const user = isSuccess(result.answer) ? readAnswer(result.answer, userSchema) : null;
  return user ?? { failure: graphFailure(result.answer, clock) };
}
