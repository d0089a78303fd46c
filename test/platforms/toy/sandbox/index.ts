import { Hono } from 'hono';
import { z } from 'zod';
import { answerPublishing, type Dialect, type SandboxEnv } from '../../../../src/sandbox/publishing.js';
import type { Simulator, SimulatorParts } from '../../../../src/sandbox/simulator.js';
import {
  accessTokenOf,
  isRevoked,
  readAccessToken,
  readBearer,
  readRefreshToken,
  refreshed,
  refreshTokenOf,
} from '../../../../src/sandbox/tokens.js';

const platform = 'TOY';

const refuse = (status: number, error: string, more: object = {}): Response =>
  Response.json({ error, ...more }, { status });

const dialect: Dialect = {
  reject: () => refuse(400, 'refused by the sandbox'),
  rateLimit: () => refuse(429, 'too fast', { retryAfterMs: 2_000 }),
  expiredToken: () => refuse(401, 'expired'),
  commentsDisabled: () => refuse(403, 'replies are closed'),
  serverError: () => refuse(500, 'broken'),
};

const noteSchema = z.object({ key: z.string(), text: z.string(), replyTo: z.string().nullable() });
const refreshSchema = z.object({ refresh: z.string() });

function create({ store }: SimulatorParts): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.post('/notes', async (c) => {
    store.countCall(platform, 'createNote');
    const token = readAccessToken(readBearer(c.req.header('authorization')));
    if (token === null) return dialect.expiredToken();
    const note = noteSchema.safeParse(await c.req.json().catch(() => null)).data;
    if (note === undefined) return dialect.reject();
    const { key, text, replyTo: parentId } = note;
    if (store.find(platform, key) !== undefined) return refuse(409, 'the key is taken');
    const parent = parentId === null ? undefined : store.find(platform, parentId);
    const rootId = parent === undefined ? null : (parent.rootId ?? parent.externalPostId);
    const accept = (): Response => {
      const { accountId } = token;
      store.publish({ platform, accountId, externalPostId: key, text, parentId, rootId, extra: {} });
      return Response.json({ key }, { status: 201 });
    };
    return answerPublishing({ c, store, platform, token, dialect }, { text, parent, accept });
  });
  app.get('/notes/:key', (c) => {
    const note = store.find(platform, c.req.param('key'));
    return note === undefined ? refuse(404, 'no such note') : Response.json({ key: note.externalPostId });
  });
  app.post('/token', async (c) => {
    const given = refreshSchema.safeParse(await c.req.json().catch(() => null)).data;
    const token = readRefreshToken(given?.refresh);
    if (token === null || isRevoked({ store, platform }, token)) return refuse(400, 'revoked');
    const next = refreshed(token);
    return Response.json({ access: accessTokenOf(next), refresh: refreshTokenOf(next) });
  });
  return app;
}

export const simulator: Simulator = {
  create,
  badgeColor: '#080',
  postPages: [{ path: '/shown/:key', idOf: (param) => param('key') }],
  accounts: [{ externalAccountId: '1', handle: 'sandbox.toy', displayName: 'Sandbox on Toy' }],
  credentialsOf: (accountId, refreshes) => {
    const token = { accountId, refreshes };
    return { access: accessTokenOf(token), refresh: refreshTokenOf(token) };
  },
};
