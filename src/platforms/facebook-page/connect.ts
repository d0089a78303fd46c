import { z } from 'zod';
import { connectErrors, type CandidateReason } from '../../domain/connect-sessions.js';
import { callPlatform, successOf } from '../kit/call.js';
import {
  lifeUnknown,
  type CheckAnswer,
  type ConnectAnswer,
  type ConnectCandidate,
  type ConnectPlace,
  type ConnectScope,
  type RedirectConnect,
} from '../kit/connect.js';
import { debugToken, metaDialect, type DebuggedToken } from '../kit/meta/login.js';
import { asConnectAnswer, clientFor, oauthConnect } from '../kit/oauth/connect.js';
import type { OAuthClient, OAuthDialect } from '../kit/oauth/dialect.js';
import { onFailure } from '../kit/failure.js';
import { openPage, pathOf, read, type FacebookContext, type FacebookSession } from './api.js';
import { facebookFailure } from './failure.js';
import {
  faceSchema,
  findPages,
  listScope,
  pageFields,
  portfolioScope,
  type ListedPage,
} from './list-pages.js';

/** The permission to publish, hide and delete comments. */
export const manageEngagement = 'pages_manage_engagement';

/** The scopes that the Pages API ("posts", "comments-mentions") and the permissions reference document. */
const facebookScopes: readonly ConnectScope[] = [
  { name: listScope, purpose: 'list the Pages', required: true },
  {
    name: 'pages_read_engagement',
    purpose: 'check whether a post is public when the response was lost',
    required: true,
  },
  { name: 'pages_manage_posts', purpose: 'publish, edit and delete posts', required: true },
  {
    name: manageEngagement,
    purpose: 'publish first comments and replies, and hide and delete comments',
    required: false,
  },
  { name: 'pages_read_user_content', purpose: 'read other people’s comments', required: false },
  { name: 'pages_manage_metadata', purpose: 'receive new comments immediately', required: false },
  { name: portfolioScope, purpose: 'list the Pages of business portfolios', required: false },
];

function facebookDialect(context: FacebookContext, { baseUrl, sandboxUrl }: ConnectPlace): OAuthDialect {
  return {
    ...metaDialect,
    authorizeUrl: `${sandboxUrl ?? context.siteUrl}/${context.version}/dialog/oauth`,
    // Documented as a GET with everything in the URL. A POST, which most OAuth clients send, works too.
    tokenUrl: tokenUrlOf(context, baseUrl),
    // Without this parameter, Facebook does not ask again for permissions that were once declined.
    authorizeParams: { auth_type: 'rerequest' },
  };
}

const tokenUrlOf = (context: FacebookContext, baseUrl: string): string =>
  `${baseUrl}${pathOf(context, ['oauth', 'access_token'])}`;

export function facebookConnect(context: FacebookContext): RedirectConnect {
  return oauthConnect(context, {
    app: {
      idVariable: 'FACEBOOK_PAGE_CLIENT_ID',
      id: context.clientId,
      secretVariable: 'FACEBOOK_PAGE_CLIENT_SECRET',
      secret: context.clientSecret,
    },
    scopes: facebookScopes,
    pkce: false,
    dialectOf: (place) => facebookDialect(context, place),
    readCandidates: (place, { accessToken }, client) => readCandidates(context, place, accessToken, client),
  });
}

/** Reads the Pages that the user ticked. One grant covers them all, each with its own token. */
async function readCandidates(
  context: FacebookContext,
  { baseUrl }: ConnectPlace,
  shortLived: string,
  client: OAuthClient,
): Promise<ConnectAnswer> {
  const exchanging = exchangeForLongLived(context, baseUrl, client, shortLived);
  const person = await onFailure(exchanging, asConnectAnswer);
  if ('kind' in person) return person;
  const { accessToken } = person;
  const debugged = await debugAt(context, baseUrl, client, accessToken);
  const granting = { context, baseUrl, accessToken, appSecret: client.secret };
  const pages = await onFailure(findPages(granting, debugged), asConnectAnswer);
  if ('kind' in pages) return pages;
  if (pages.length > 0) {
    return { kind: 'granted', candidates: pages.map((page) => candidateOf(page, debugged)) };
  }
  const isHidden = debugged.scopes?.includes(listScope) === false;
  const code = isHidden ? 'PERMISSION_MISSING' : 'NOTHING_GRANTED';
  const words = isHidden ? ` (${listScope})` : '';
  return { kind: 'denied', code, message: `${connectErrors[code]}${words}` };
}

function candidateOf(page: ListedPage, debugged: DebuggedToken): ConnectCandidate {
  const { id, access_token: accessToken } = page;
  const scopes = debugged.scopesOf(id);
  return {
    externalAccountId: id,
    ...faceOf(page),
    serviceUrl: null,
    credentials: accessToken === undefined ? {} : { accessToken },
    life: { ...lifeUnknown, reconnectBy: debugged.dataAccessExpiresAt },
    scopes,
    reason: reasonOf(page, scopes),
  };
}

/** The tasks that allow publishing. Newer Pages have different names for them. */
const publishingTask = /^(PROFILE_PLUS_)?(CREATE_CONTENT|MANAGE|FULL_CONTROL)$/;

function reasonOf(
  { tasks, access_token: token }: ListedPage,
  scopes: readonly string[] | null,
): CandidateReason | null {
  const isAllowed = tasks === undefined || tasks.some((task) => publishingTask.test(task));
  if (!isAllowed) return 'ROLE_MISSING';
  const isGranted = facebookScopes.every(
    ({ name, required }) => !required || scopes === null || scopes.includes(name),
  );
  if (!isGranted) return 'PERMISSION_MISSING';
  return token === undefined ? 'ROLE_MISSING' : null;
}

const tokenSchema = z.object({ access_token: z.string().min(1) });

/**
 * Exchanges a person's one-hour token for a 60-day one. Page tokens that are read with the long-lived token
 * never expire.
 */
async function exchangeForLongLived(
  context: FacebookContext,
  baseUrl: string,
  client: OAuthClient,
  shortLived: string,
): Promise<{ accessToken: string }> {
  const secret = client.secret ?? '';
  const form = new URLSearchParams({
    grant_type: 'fb_exchange_token',
    client_id: client.id,
    client_secret: secret,
    fb_exchange_token: shortLived,
  });
  const answer = await callPlatform(
    context.safeFetch,
    {
      url: tokenUrlOf(context, baseUrl),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    },
    [shortLived, secret],
  );
  const token = successOf(answer, tokenSchema, (refusal) => facebookFailure(refusal, context.clock));
  return { accessToken: token.access_token };
}

function debugAt(
  context: FacebookContext,
  baseUrl: string,
  app: OAuthClient,
  accessToken: string,
): Promise<DebuggedToken> {
  const url = `${baseUrl}${pathOf(context, ['debug_token'])}`;
  return debugToken(context, url, accessToken, { app });
}

/** The handle, name and avatar to show. Not every Page has a username. */
function faceOf({
  id,
  name,
  username,
  picture,
}: z.infer<typeof faceSchema>): Pick<ConnectCandidate, 'handle' | 'displayName' | 'avatarUrl'> {
  return { handle: username ?? id, displayName: name ?? null, avatarUrl: picture?.data.url ?? null };
}

/**
 * Checks the account with the Page's own token, which cannot read tasks. The app can read the token's
 * permissions and expiry.
 */
export async function checkFacebookPage(
  context: FacebookContext,
  session: FacebookSession,
): Promise<CheckAnswer> {
  const page = openPage(session);
  const found = await read(
    page,
    { path: [page.pageId], method: 'GET', params: { fields: pageFields } },
    faceSchema,
  );
  const alive: CheckAnswer = { kind: 'alive', ...faceOf(found) };
  const client = clientFor(session, { id: context.clientId, secret: context.clientSecret });
  if (client.id === '') return alive;
  // The read fails if the app's secret is wrong, although the account is still connected.
  const token = await onFailure(debugAt(context, session.baseUrl, client, page.accessToken), () => null);
  if (token === null) return alive;
  const scopes = token.scopesOf(page.pageId);
  return {
    ...alive,
    ...(scopes !== null && { scopes }),
    life: { tokenExpiresAt: token.expiresAt, reconnectBy: token.dataAccessExpiresAt },
  };
}
