import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { grantedScopes, isDead } from '../../../sandbox/grants.js';
import { addAvatars, avatarUrl } from '../../../sandbox/avatars.js';
import { readAccessToken, readBearer, type SandboxToken } from '../../../sandbox/tokens.js';
import { creatorInfo } from './account.js';
import { badgeColor, tikTokAccountOf, tikTokAccounts } from './accounts.js';
import { fail, invalid, invalidToken, ok } from './dialect.js';
import { listVideos } from './list.js';
import { addTikTokOAuth } from './oauth.js';
import { initPhotos } from './photos.js';
import { platform, statusAnswer } from './publishes.js';
import { initVideo, putChunk } from './video.js';

type Scope = 'user.info.basic' | 'user.info.profile' | 'video.publish' | 'video.upload' | 'video.list';

const scopesOf = {
  posting: ['video.publish'],
  drafts: ['video.upload'],
  lists: ['video.list'],
} as const;

type Handler = (c: Context<SandboxEnv>, token: SandboxToken) => Response | Promise<Response>;

/** TikTok for Developers, API v2. Any user exists; the id in the token is the user's id. */
export function createTikTokSandbox(simulated: SimulatorParts): Hono<SandboxEnv> {
  const { store, baseUrl } = simulated;
  const app = new Hono<SandboxEnv>();
  const on = (path: string, operation: string, scopes: readonly Scope[], handler: Handler): void => {
    app.post(path, (c) => {
      store.countCall(platform, operation);
      const token = readAccessToken(readBearer(c.req.header('authorization')));
      if (token === null || isDead(store, platform, token)) return invalidToken();
      if (!scopes.some((scope) => hasScope(store, token, scope))) return notAuthorized();
      const type = c.req.header('content-type') ?? '';
      if (!type.startsWith('application/json')) return fail(400, 'invalid_params', 'The body must be JSON.');
      return handler(c, token);
    });
  };
  const { posting, drafts, lists } = scopesOf;
  on('/v2/post/publish/creator_info/query/', 'creatorInfo', posting, (_c, token) =>
    creatorInfo(store, token, baseUrl),
  );
  on('/v2/post/publish/video/init/', 'initVideo', posting, (c, token) =>
    initVideo(c, simulated, token, false),
  );
  on('/v2/post/publish/inbox/video/init/', 'initDraft', drafts, (c, token) =>
    initVideo(c, simulated, token, true),
  );
  on('/v2/post/publish/content/init/', 'initPhotos', [...posting, ...drafts], (c, token) =>
    initPhotos(c, simulated, token),
  );
  on('/v2/post/publish/status/fetch/', 'status', [...posting, ...drafts], (c, token) =>
    readStatus(c, store, token),
  );
  on('/v2/video/list/', 'listVideos', lists, (c, token) => listVideos(c, store, token, baseUrl));
  app.put('/upload/video/', (c) => putChunk(c, simulated));
  app.get('/v2/user/info/', (c) => userInfo(c, store, baseUrl));
  addAvatars(app, tikTokAccounts, badgeColor);
  addTikTokOAuth(app, simulated);
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

/** If one field lacks its scope, TikTok rejects the whole call. */
function userInfo(c: Context<SandboxEnv>, store: SandboxStore, baseUrl: string): Response {
  store.countCall(platform, 'userInfo');
  const token = readAccessToken(readBearer(c.req.header('authorization')));
  if (token === null || isDead(store, platform, token)) return invalidToken();
  const query = userSchema.safeParse(c.req.query()).data;
  if (query === undefined) return fail(400, 'invalid_params', 'Unknown fields.');
  const { accountId } = token;
  const { handle, displayName } = tikTokAccountOf(accountId);
  const values = {
    open_id: accountId,
    union_id: accountId,
    avatar_url: avatarUrl(baseUrl, accountId),
    display_name: displayName,
    username: handle,
  };
  const scopeOf = (field: string): Scope => (field === 'username' ? 'user.info.profile' : 'user.info.basic');
  if (!query.fields.every((field) => hasScope(store, token, scopeOf(field)))) return notAuthorized();
  return ok({ user: Object.fromEntries(query.fields.map((name) => [name, values[name]])) });
}

const notAuthorized = (): Response =>
  fail(
    401,
    'scope_not_authorized',
    'The user did not authorize the scope required for completing this request.',
  );

function hasScope(store: SandboxStore, token: SandboxToken, scope: Scope): boolean {
  return grantedScopes(store, platform, token)?.includes(scope) ?? true;
}
