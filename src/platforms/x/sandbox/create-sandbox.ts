import { Hono, type Context } from 'hono';
import { answerPublishing, type Dialect, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import { addXMedia, mediaKeyOf, type XMedia } from './media.js';
import { searchRecent } from './search.js';
import { listTweets } from './timeline.js';
import { rendered } from './text.js';
import { createSchema, shownOf } from './tweet.js';
import { isDead } from '../../../sandbox/grants.js';
import { readAccessToken, readBearer } from '../../../sandbox/tokens.js';
import { xAccountOf } from './accounts.js';
import { addXOAuth } from './oauth.js';

const rateLimitSeconds = 2;

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
  noCredits: () =>
    problem(402, 'CreditsDepleted', 'Your account has no credits left.', {
      'retry-after': String(rateLimitSeconds),
    }),
  duplicate: () => problem(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.'),
  expiredToken: unauthorized,
  commentsDisabled: () => problem(403, 'Forbidden', 'Reply to this conversation is not allowed.'),
  serverError: () => problem(503, 'Service Unavailable', 'Service Unavailable'),
});

/** X API v2. Any user exists; the id in the token is the user's id. */
export function createXSandbox(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store, uploads } = parts;
  const app = new Hono<SandboxEnv>();
  const xMedia = addXMedia(app, { uploads, dialect: () => dialect(store.now()), problem });
  app.post('/2/tweets', (c) => createTweet(c, store, xMedia));
  app.get('/2/users/me', (c) => {
    store.countCall('X', 'me');
    const token = readAccessToken(readBearer(c.req.header('authorization')));
    if (token === null || isDead(store, 'X', token)) return unauthorized();
    return c.json({ data: xAccountOf(token.accountId) });
  });
  app.get('/2/users/:id/tweets', (c) => {
    store.countCall('X', 'userTweets');
    const token = readAccessToken(readBearer(c.req.header('authorization')));
    if (token === null || isDead(store, 'X', token)) return unauthorized();
    return listTweets(c, store) ?? dialect(store.now()).reject();
  });
  app.get('/2/tweets/search/recent', (c) => {
    store.countCall('X', 'searchRecent');
    const token = readAccessToken(readBearer(c.req.header('authorization')));
    if (token === null || isDead(store, 'X', token)) return unauthorized();
    return searchRecent(c, store) ?? dialect(store.now()).reject();
  });
  addXOAuth(app, parts);
  return app;
}

async function createTweet(c: Context<SandboxEnv>, store: SandboxStore, xMedia: XMedia): Promise<Response> {
  store.countCall('X', 'createTweet');
  const token = readAccessToken(readBearer(c.req.header('authorization')));
  if (token === null) return unauthorized();
  const input = createSchema.safeParse(await c.req.json().catch(() => null)).data;
  if (input === undefined) return dialect(store.now()).reject();
  const { text = '', poll } = input;
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
        extra: {
          mediaKeys: mediaIds.map(mediaKeyOf),
          ...(poll && { poll: { id: store.newNumericId(), options: poll.options } }),
        },
        media,
        shown: shownOf(input),
      });
      return Response.json(
        { data: { id, text: rendered(text), edit_history_tweet_ids: [id] } },
        { status: 201 },
      );
    },
  });
}
