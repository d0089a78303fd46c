import { Hono } from 'hono';
import { bearerOf, jsonOf, readBearerToken, type Call, type Register } from '../../../sandbox/call.js';
import {
  retryAfter,
  retryAfterSeconds,
  answerPublishing,
  publishAs,
  type Dialect,
  type SandboxEnv,
} from '../../../sandbox/publishing.js';
import type { SimulatorParts, Simulator } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { tokenPair } from '../../../sandbox/tokens.js';
import { xAccountOf, xAccounts } from './accounts.js';
import { addXMedia, mediaKeyOf, type XMedia } from './media.js';
import { addXOAuth } from './oauth.js';
import { searchRecent, xVisitors } from './search.js';
import { rendered } from './text.js';
import { listTweets } from './timeline.js';
import { createSchema, shownOf } from './tweet.js';

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

const createDialect = (store: SandboxStore): Dialect => ({
  reject: () => problem(400, 'Invalid Request', 'One or more parameters to your request was invalid.'),
  rateLimit: () =>
    problem(429, 'Too Many Requests', 'Too Many Requests', {
      ...retryAfter,
      'x-rate-limit-limit': '100',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.ceil(store.now().getTime() / 1000) + retryAfterSeconds),
    }),
  noCredits: () => problem(402, 'CreditsDepleted', 'Your account has no credits left.', retryAfter),
  duplicate: () => problem(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.'),
  expiredToken: unauthorized,
  commentsDisabled: () => problem(403, 'Forbidden', 'Reply to this conversation is not allowed.'),
  serverError: () => problem(503, 'Service Unavailable', 'Service Unavailable'),
});

/** X API v2. Any user exists; the id in the token is the user's id. */
function create(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store, platform } = parts;
  const app = new Hono<SandboxEnv>();
  const dialect = createDialect(store);
  const on: Register = (method, path, operation, handler) => {
    app.on(method, path, (c) => {
      store.countCall(platform, operation);
      // The state of the token is checked after the data of a post.
      const token = operation === 'createTweet' ? readBearerToken(c) : bearerOf(c, parts);
      return token === null ? unauthorized() : handler({ ...parts, c, token, dialect });
    });
  };
  const media = addXMedia(on, parts, problem);
  on('POST', '/2/tweets', 'createTweet', (call) => createTweet(call, media));
  on('GET', '/2/users/me', 'me', ({ token }) => Response.json({ data: xAccountOf(token.accountId) }));
  on('GET', '/2/users/:id/tweets', 'userTweets', listTweets);
  on('GET', '/2/tweets/search/recent', 'searchRecent', searchRecent);
  addXOAuth(app, parts);
  return app;
}

async function createTweet(call: Call, xMedia: XMedia): Promise<Response> {
  const { store, platform, token, dialect } = call;
  const input = createSchema.safeParse(await jsonOf(call)).data;
  if (input === undefined) return dialect.reject();
  const { text = '', poll } = input;
  const mediaIds = input.media?.media_ids ?? [];
  const media = mediaIds.length === 0 ? [] : xMedia.take(token.accountId, mediaIds);
  if (media === null) return problem(400, 'Invalid Request', 'Your media IDs are invalid.');
  const parentId = input.reply?.in_reply_to_tweet_id ?? null;
  const parent = parentId === null ? undefined : store.find(platform, parentId);
  if (parentId !== null && parent === undefined) {
    const detail = 'You attempted to reply to a Tweet that is deleted or not visible to you.';
    return problem(403, 'Forbidden', detail);
  }
  const accept = (): Response => {
    const { externalPostId: id } = publishAs(call, {
      text,
      parentId,
      rootId: parent?.rootId ?? parentId,
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
  };
  return answerPublishing(call, { text, parent, accept });
}

export const simulator: Simulator = {
  create,
  uploadPath: /\/append$/,
  marks: {
    'no-credits': 'The first attempt gets 402, as if the app had no credits. The next one is accepted.',
    'refuse-duplicate': 'Once the text is published, the same text is rejected as a duplicate.',
  },
  badgeColor: '#333',
  postPages: [{ path: '/:handle/status/:id' }],
  comments: xVisitors,
  accounts: xAccounts,
  credentialsOf: tokenPair,
};
