import { Hono } from 'hono';
import { createAccessReader } from './access.js';
import { accountDid } from './accounts.js';
import { expiredToken, xrpcError } from './errors.js';
import { addBlueskyMedia, type BlueskyMediaParts } from './media.js';
import { addBlueskyOAuth } from './oauth.js';
import { createProofReader } from './proofs.js';
import { addBlueskySessions } from './session.js';
import { addThreads } from './thread.js';
import { addBlueskyWrites, findRecord } from './writes.js';
import type { Dialect, SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';

const rateLimitSeconds = 2;

const dialect = (now: Date): Dialect => ({
  reject: () => xrpcError(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: refused by the sandbox'),
  rateLimit: () =>
    xrpcError(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
      'retry-after': String(rateLimitSeconds),
      'ratelimit-limit': '1666',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(Math.ceil(now.getTime() / 1000) + rateLimitSeconds),
    }),
  expiredToken,
  // The real network hides such replies instead; the sandbox rejects them, so that callers notice.
  commentsDisabled: () => xrpcError(403, 'Forbidden', 'Replies to this post are disabled'),
  serverError: () => xrpcError(500, 'InternalServerError', 'Internal Server Error'),
});

/** com.atproto.* and app.bsky.* as on a PDS. Any account exists; its DID is its id. */
export function createBlueskySandbox(simulated: SimulatorParts): Hono<SandboxEnv> {
  const { store, uploads, baseUrl } = simulated;
  const proofs = createProofReader(store, baseUrl);
  const access = createAccessReader(store, proofs);
  const parts: BlueskyMediaParts = { uploads, access, dialect: () => dialect(store.now()) };
  const app = new Hono<SandboxEnv>();
  app.use('/xrpc/:nsid', async (c, next) => {
    store.countCall('BLUESKY', c.req.param('nsid'));
    await next();
  });
  addBlueskySessions(app, { store, baseUrl, access });
  addBlueskyOAuth(app, { ...simulated, proofs });
  addReadRoutes(app, parts);
  addThreads(app, { store, access, baseUrl });
  addBlueskyMedia(app, parts);
  addBlueskyWrites(app, parts);
  return app;
}

function addReadRoutes(app: Hono<SandboxEnv>, parts: BlueskyMediaParts): void {
  app.get('/xrpc/com.atproto.repo.getRecord', (c) => {
    const { repo = '', collection = '', rkey = '' } = c.req.query();
    // A handle works as well as the id.
    const uri = `at://${accountDid(repo)}/${collection}/${rkey}`;
    const found = findRecord(parts, uri);
    if (found === undefined) return xrpcError(400, 'RecordNotFound', `Could not locate record: ${uri}`);
    return Response.json(found);
  });
}
