import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import {
  accessTokenOf,
  isRevoked,
  readAccessToken,
  readBearer,
  readRefreshToken,
  refreshed,
  refreshTokenOf,
  type SandboxToken,
} from '../../../sandbox/tokens.js';
import { creatorInfo } from './account.js';
import { fail, invalid, invalidToken, ok } from './dialect.js';
import { listVideos } from './list.js';
import { initPhotos } from './photos.js';
import { platform, statusAnswer } from './publishes.js';
import { initVideo, putChunk } from './video.js';

const accessLifeSeconds = 2 * 60 * 60;
const refreshLifeSeconds = 180 * 24 * 60 * 60;

type Handler = (c: Context<SandboxEnv>, token: SandboxToken) => Response | Promise<Response>;

/** TikTok for Developers, API v2. Any user exists; the id in the token is the user's id. */
export function createTikTokSandbox(simulated: SimulatorParts): Hono<SandboxEnv> {
  const { store, baseUrl } = simulated;
  const app = new Hono<SandboxEnv>();
  const on = (path: string, operation: string, handler: Handler): void => {
    app.post(path, (c) => {
      store.countCall(platform, operation);
      const token = readAccessToken(readBearer(c.req.header('authorization')));
      if (token === null || isRevoked(store, platform, token)) return invalidToken();
      const type = c.req.header('content-type') ?? '';
      if (!type.startsWith('application/json')) return fail(400, 'invalid_params', 'JSON is wanted.');
      return handler(c, token);
    });
  };
  on('/v2/post/publish/creator_info/query/', 'creatorInfo', (_c, token) => creatorInfo(store, token));
  on('/v2/post/publish/video/init/', 'initVideo', (c, token) => initVideo(c, simulated, token, false));
  on('/v2/post/publish/inbox/video/init/', 'initDraft', (c, token) => initVideo(c, simulated, token, true));
  on('/v2/post/publish/content/init/', 'initPhotos', (c, token) => initPhotos(c, simulated, token));
  on('/v2/post/publish/status/fetch/', 'status', (c, token) => readStatus(c, store, token));
  on('/v2/video/list/', 'listVideos', (c, token) => listVideos(c, store, token, baseUrl));
  app.put('/upload/video/', (c) => putChunk(c, simulated));
  app.get('/v2/user/info/', (c) => userInfo(c, store));
  app.post('/v2/oauth/token/', (c) => refreshTokens(c, store));
  return app;
}

const statusSchema = z.strictObject({ publish_id: z.string().min(1).max(64) });

async function readStatus(
  c: Context<SandboxEnv>,
  store: SandboxStore,
  token: SandboxToken,
): Promise<Response> {
  const input = statusSchema.safeParse(await c.req.json().catch(() => null)).data;
  return input === undefined
    ? invalid('publish_id is required.')
    : statusAnswer(store, token, input.publish_id);
}

const userFields = ['open_id', 'union_id', 'avatar_url', 'display_name', 'username'] as const;
const userSchema = z.strictObject({
  fields: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(userFields)).min(1)),
});

function userInfo(c: Context<SandboxEnv>, store: SandboxStore): Response {
  store.countCall(platform, 'userInfo');
  const token = readAccessToken(readBearer(c.req.header('authorization')));
  if (token === null || isRevoked(store, platform, token)) return invalidToken();
  const query = userSchema.safeParse(c.req.query()).data;
  if (query === undefined) return fail(400, 'invalid_params', 'Unknown fields.');
  const { accountId } = token;
  const user = Object.fromEntries(query.fields.map((name) => [name, accountId]));
  return ok({ user });
}

const oauthError = (error: string, description: string): Response =>
  Response.json({ error, error_description: description, log_id: 'sandbox' }, { status: 400 });

async function refreshTokens(c: Context<SandboxEnv>, store: SandboxStore): Promise<Response> {
  store.countCall(platform, 'oauthToken');
  const form = new URLSearchParams(await c.req.text());
  if (form.get('grant_type') !== 'refresh_token')
    return oauthError('unsupported_grant_type', 'Not supported.');
  if (!form.get('client_key') || !form.get('client_secret')) {
    return oauthError('invalid_client', 'Client key or secret is missing.');
  }
  const token = readRefreshToken(form.get('refresh_token') ?? undefined);
  if (token === null || isRevoked(store, platform, token)) {
    return oauthError('invalid_grant', 'Refresh token is invalid or expired.');
  }
  const next = refreshed(token);
  return Response.json({
    open_id: next.accountId,
    access_token: accessTokenOf(next),
    refresh_token: refreshTokenOf(next),
    expires_in: accessLifeSeconds,
    refresh_expires_in: refreshLifeSeconds,
    scope: 'user.info.basic,video.publish,video.upload,video.list',
    token_type: 'Bearer',
  });
}
