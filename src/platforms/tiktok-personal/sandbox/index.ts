import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { avatarUrl } from '../../../sandbox/avatars.js';
import { bearerOf, jsonOf, type Call } from '../../../sandbox/call.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts, Simulator } from '../../../sandbox/simulator.js';
import { tokenPair, grantedScopes, type SandboxToken } from '../../../sandbox/tokens.js';
import { tikTokAccountOf, tikTokAccounts, creatorInfo } from './accounts.js';
import { dialect, fail, invalid, invalidToken, ok, codeMarks } from './dialect.js';
import { listVideos, queryVideos } from './list.js';
import { addTikTokOAuth } from './oauth.js';
import { initPhotos } from './photos.js';
import { platform, statusAnswer } from './publishes.js';
import { initVideo, putChunk } from './video.js';

type Scope = 'user.info.basic' | 'user.info.profile' | 'video.publish' | 'video.upload' | 'video.list';
type Handler = (call: Call) => Response | Promise<Response>;

const posting = ['video.publish'] as const;
const drafts = ['video.upload'] as const;

/** Simulates TikTok for Developers, API v2. Any user exists; the id in the token is the user's id. */
function create(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store } = parts;
  const app = new Hono<SandboxEnv>();
  const on = (path: string, operation: string, scopes: readonly Scope[], handler: Handler): void => {
    app.post(`/v2${path}`, (c) => {
      store.countCall(platform, operation);
      const token = bearerOf(c, parts);
      if (token === null) return invalidToken();
      if (!scopes.some((scope) => hasScope(parts, token, scope))) return notAuthorized();
      const type = c.req.header('content-type') ?? '';
      if (!type.startsWith('application/json')) return fail(400, 'invalid_params', 'The body must be JSON.');
      return handler({ ...parts, c, token, dialect });
    });
  };
  const both = [...posting, ...drafts];
  on('/post/publish/creator_info/query/', 'creatorInfo', posting, creatorInfo);
  on('/post/publish/video/init/', 'initVideo', posting, (call) => initVideo(call, false));
  on('/post/publish/inbox/video/init/', 'initDraft', drafts, (call) => initVideo(call, true));
  on('/post/publish/content/init/', 'initPhotos', both, initPhotos);
  on('/post/publish/status/fetch/', 'status', both, readStatus);
  on('/video/list/', 'listVideos', ['video.list'], listVideos);
  on('/video/query/', 'queryVideos', ['video.list'], queryVideos);
  app.put('/upload/video/', (c) => putChunk(c, parts));
  app.get('/v2/user/info/', (c) => userInfo(c, parts));
  addTikTokOAuth(app, parts);
  return app;
}

const statusSchema = z.strictObject({ publish_id: z.string().min(1).max(64) });

async function readStatus(call: Call): Promise<Response> {
  const input = statusSchema.safeParse(await jsonOf(call)).data;
  return input === undefined
    ? invalid('publish_id is required.')
    : statusAnswer(call.store, call.token, input.publish_id);
}

const userFields = ['open_id', 'union_id', 'avatar_url', 'display_name', 'username'] as const;
const userSchema = z.strictObject({
  fields: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(userFields)).min(1)),
});

/** GET /v2/user/info/. If one field lacks its scope, TikTok rejects the whole call. */
function userInfo(c: Context<SandboxEnv>, parts: SimulatorParts): Response {
  parts.store.countCall(platform, 'userInfo');
  const token = bearerOf(c, parts);
  if (token === null) return invalidToken();
  const query = userSchema.safeParse(c.req.query()).data;
  if (query === undefined) return fail(400, 'invalid_params', 'Unknown fields.');
  const { accountId } = token;
  const { handle, displayName } = tikTokAccountOf(accountId);
  const values = {
    open_id: accountId,
    union_id: accountId,
    avatar_url: avatarUrl(parts.baseUrl, accountId),
    display_name: displayName,
    username: handle,
  };
  const scopeOf = (field: string): Scope => (field === 'username' ? 'user.info.profile' : 'user.info.basic');
  if (!query.fields.every((field) => hasScope(parts, token, scopeOf(field)))) return notAuthorized();
  return ok({ user: Object.fromEntries(query.fields.map((name) => [name, values[name]])) });
}

const notAuthorized = (): Response =>
  fail(
    401,
    'scope_not_authorized',
    'The user did not authorize the scope required for completing this request.',
  );

function hasScope(parts: SimulatorParts, token: SandboxToken, scope: Scope): boolean {
  return grantedScopes(parts, token)?.includes(scope) ?? true;
}

export const simulator: Simulator = {
  create,
  uploadPath: /\/upload\/video\/$/,
  marks: {
    moderation: 'The post is published, and its id is returned a moment later.',
    'quota-spent': 'The post is accepted. After that, the account can publish nothing for two seconds.',
    'upload-url-expired':
      'The upload URL of a video has expired when the last bytes arrive. First time only.',
    ...codeMarks,
  },
  badgeColor: '#161823',
  counters: ['views', 'likes', 'shares'],
  exampleOptions: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
  postPages: ['video', 'photo'].map((medium) => ({
    path: `/:handle/${medium}/:id`,
  })),
  accounts: tikTokAccounts,
  credentialsOf: tokenPair,
};
