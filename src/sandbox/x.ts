import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { answerPublishing, type Dialect, type SandboxEnv } from './publishing.js';
import type { SandboxStore } from './store.js';
import type { Uploads } from './uploads.js';
import { addXMedia, mediaKeyOf } from './x-media.js';
import {
  accessTokenOf,
  isRevoked,
  readAccessToken,
  readBearer,
  readRefreshToken,
  refreshed,
  refreshTokenOf,
} from './tokens.js';

const rateLimitSeconds = 2;
const tokenLifeSeconds = 7_200;

function problem(
  status: number,
  title: string,
  detail: string,
  headers: Record<string, string> = {},
): Response {
  const type = status === 400 ? 'https://api.twitter.com/2/problems/invalid-request' : 'about:blank';
  return new Response(JSON.stringify({ type, title, detail, status }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

const unauthorized = (): Response => problem(401, 'Unauthorized', 'Unauthorized');

const dialect = (now: Date): Dialect => ({
  reject: () => problem(400, 'Invalid Request', 'One or more parameters to your request was invalid.'),
  rateLimit: () =>
    problem(429, 'Too Many Requests', 'Too Many Requests', {
      'retry-after': String(rateLimitSeconds),
      'x-rate-limit-limit': '100',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.ceil(now.getTime() / 1000) + rateLimitSeconds),
    }),
  expiredToken: unauthorized,
  commentsDisabled: () => problem(403, 'Forbidden', 'Reply to this conversation is not allowed.'),
  serverError: () => problem(503, 'Service Unavailable', 'Service Unavailable'),
});

const createSchema = z.strictObject({
  text: z.string().min(1).optional(),
  media: z.strictObject({ media_ids: z.array(z.string().regex(/^\d+$/)).min(1).max(4) }).optional(),
  reply: z.strictObject({ in_reply_to_tweet_id: z.string().regex(/^\d+$/) }).optional(),
  reply_settings: z.enum(['following', 'mentionedUsers', 'subscribers', 'verified']).optional(),
  made_with_ai: z.boolean().optional(),
  paid_partnership: z.boolean().optional(),
  community_id: z.string().optional(),
});

/** X API v2. Any user exists; the id in the token is the user's id. */
export function createXSandbox(store: SandboxStore, uploads: Uploads): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  const xMedia = addXMedia(app, { uploads, dialect: () => dialect(store.now()), problem });
  app.post('/2/tweets', async (c) => {
    store.countCall('X', 'createTweet');
    const token = readAccessToken(readBearer(c.req.header('authorization')));
    if (token === null) return unauthorized();
    const input = createSchema.safeParse(await c.req.json().catch(() => null)).data;
    if (input === undefined || (input.text === undefined && input.media === undefined)) {
      return dialect(store.now()).reject();
    }
    const { text = '' } = input;
    const mediaIds = input.media?.media_ids ?? [];
    const media = mediaIds.length === 0 ? [] : xMedia.take(token.accountId, mediaIds);
    if (media === null) return problem(400, 'Invalid Request', 'Your media IDs are invalid.');
    const parentId = input.reply?.in_reply_to_tweet_id ?? null;
    const parent = parentId === null ? undefined : store.find('X', parentId);
    if (parentId !== null && parent === undefined) {
      return problem(
        403,
        'Forbidden',
        'You attempted to reply to a Tweet that is deleted or not visible to you.',
      );
    }
    return answerPublishing(c, store, {
      platform: 'X',
      token,
      text,
      parent,
      dialect: dialect(store.now()),
      accept: () => {
        const id = store.newNumericId();
        const rootId = parent === undefined ? null : (parent.rootId ?? parent.externalPostId);
        store.publish({
          platform: 'X',
          accountId: token.accountId,
          externalPostId: id,
          text,
          parentId,
          rootId,
          extra: { mediaKeys: mediaIds.map(mediaKeyOf) },
          media,
        });
        return Response.json(
          { data: { id, text: rendered(text), edit_history_tweet_ids: [id] } },
          { status: 201 },
        );
      },
    });
  });
  app.get('/2/users/me', (c) => {
    store.countCall('X', 'me');
    const token = readAccessToken(readBearer(c.req.header('authorization')));
    if (token === null || isRevoked(store, 'X', token)) return unauthorized();
    return c.json({ data: { id: token.accountId, name: token.accountId, username: token.accountId } });
  });
  app.get('/2/users/:id/tweets', (c) => listTweets(c, store));
  app.post('/2/oauth2/token', (c) => refreshTokens(c, store));
  return app;
}

const listSchema = z.object({
  start_time: z.iso.datetime().optional(),
  max_results: z.coerce.number().int().min(5).max(100).default(10),
  pagination_token: z.string().regex(/^\d+$/).optional(),
  exclude: z.string().optional(),
  expansions: z.string().optional(),
});

function listTweets(c: Context<SandboxEnv>, store: SandboxStore): Response {
  store.countCall('X', 'userTweets');
  const token = readAccessToken(readBearer(c.req.header('authorization')));
  if (token === null || isRevoked(store, 'X', token)) return unauthorized();
  const query = listSchema.safeParse(c.req.query()).data;
  if (query === undefined) return dialect(store.now()).reject();
  const since = Date.parse(query.start_time ?? '1970-01-01T00:00:00Z');
  const tweets = store
    .list({ platform: 'X', accountId: c.req.param('id') ?? '' })
    .filter(({ publishedAt }) => Date.parse(publishedAt) >= since);
  const start = Number(query.pagination_token ?? 0);
  const page = tweets.slice(start, start + query.max_results);
  const end = start + page.length;
  const meta = { result_count: page.length, ...(end < tweets.length ? { next_token: String(end) } : {}) };
  if (page.length === 0) return Response.json({ meta });
  const withKeys = query.expansions?.split(',').includes('attachments.media_keys') === true;
  const data = page.map(({ externalPostId: id, text, media, extra }) => ({
    id,
    text: media.length === 0 ? rendered(text) : `${rendered(text)} ${shortLink(id)}`.trim(),
    edit_history_tweet_ids: [id],
    ...(withKeys && media.length > 0 ? { attachments: { media_keys: extra['mediaKeys'] } } : {}),
  }));
  return Response.json({ data, meta });
}

async function refreshTokens(c: Context<SandboxEnv>, store: SandboxStore): Promise<Response> {
  store.countCall('X', 'oauth2Token');
  const form = new URLSearchParams(await c.req.text());
  if (form.get('grant_type') !== 'refresh_token') {
    return Response.json({ error: 'unsupported_grant_type' }, { status: 400 });
  }
  const token = readRefreshToken(form.get('refresh_token') ?? undefined);
  if (token === null || isRevoked(store, 'X', token)) {
    const error = { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' };
    return Response.json(error, { status: 400 });
  }
  const next = refreshed(token);
  return Response.json({
    token_type: 'bearer',
    expires_in: tokenLifeSeconds,
    access_token: accessTokenOf(next),
    refresh_token: refreshTokenOf(next),
    scope: 'tweet.read tweet.write users.read offline.access',
  });
}

/** As X gives a text back: links shortened, three characters as entities. */
function rendered(text: string): string {
  const shortened = text.replaceAll(/https?:\/\/\S*[^\s.,;:!?)'"]/g, shortLink);
  return shortened.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function shortLink(url: string): string {
  return `https://t.co/${createHash('sha256').update(url).digest('hex').slice(0, 10)}`;
}
