import { Hono } from 'hono';
import { retryAfter, retryAfterSeconds, type Dialect, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts, Simulator } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { accessTokenOf, refreshTokenOf } from '../../../sandbox/tokens.js';
import { createAccessReader } from './access.js';
import { accountDid, blueskyAccounts } from './accounts.js';
import { expiredToken, xrpcError } from './errors.js';
import { addBlueskyMedia, type BlueskyParts } from './media.js';
import { addBlueskyOAuth } from './oauth.js';
import { createProofReader } from './proofs.js';
import { addBlueskySessions } from './session.js';
import { addPosts, addThreads, blueskyVisitors } from './thread.js';
import { addBlueskyWrites, findRecord } from './writes.js';

const createDialect = (store: SandboxStore): Dialect => ({
  reject: () => xrpcError(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: refused by the sandbox'),
  rateLimit: () =>
    xrpcError(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
      ...retryAfter,
      'ratelimit-limit': '1666',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(Math.ceil(store.now().getTime() / 1000) + retryAfterSeconds),
    }),
  expiredToken,
  // The real network hides such replies instead; the sandbox rejects them, so that callers notice.
  commentsDisabled: () => xrpcError(403, 'Forbidden', 'Replies to this post are disabled'),
  serverError: () => xrpcError(500, 'InternalServerError', 'Internal Server Error'),
});

/** Simulates com.atproto.* and app.bsky.* of a PDS. Any account exists; its DID is its id. */
function create(simulated: SimulatorParts): Hono<SandboxEnv> {
  const { store, platform, baseUrl } = simulated;
  const proofs = createProofReader(store, baseUrl);
  const access = createAccessReader(simulated, proofs);
  const parts: BlueskyParts = { ...simulated, access, dialect: createDialect(store) };
  const app = new Hono<SandboxEnv>();
  app.use('/xrpc/:nsid', async (c, next) => {
    store.countCall(platform, c.req.param('nsid'));
    await next();
  });
  addBlueskySessions(app, parts);
  addBlueskyOAuth(app, { ...simulated, proofs });
  app.get('/xrpc/com.atproto.repo.getRecord', (c) => {
    const { repo = '', collection = '', rkey = '' } = c.req.query();
    // `repo` may be a handle or a DID.
    const uri = `at://${accountDid(repo)}/${collection}/${rkey}`;
    const found = findRecord(parts, uri);
    if (found === undefined) return xrpcError(400, 'RecordNotFound', `Could not locate record: ${uri}`);
    return Response.json(found);
  });
  addThreads(app, parts);
  addPosts(app, parts);
  addBlueskyMedia(app, parts);
  addBlueskyWrites(app, parts);
  return app;
}

export const simulator: Simulator = {
  create,
  uploadPath: /\/(com\.atproto\.repo\.uploadBlob|app\.bsky\.video\.uploadVideo)$/,
  badgeColor: '#0a66d6',
  counters: ['likes', 'shares'],
  hasThreads: true,
  postPages: [
    {
      path: '/profile/:did/post/:rkey',
      idOf: (param) => `at://${param('did')}/app.bsky.feed.post/${param('rkey')}`,
    },
  ],
  comments: blueskyVisitors,
  accounts: blueskyAccounts,
  credentialsOf: (accountId, grantNumber) => {
    const token = { accountId, refreshes: grantNumber };
    return { accessJwt: accessTokenOf(token), refreshJwt: refreshTokenOf(token) };
  },
};
