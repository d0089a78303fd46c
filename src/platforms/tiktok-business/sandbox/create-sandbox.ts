import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { grantedScopes, isDead } from '../../../sandbox/grants.js';
import { addAvatars } from '../../../sandbox/avatars.js';
import { readAccessToken, type SandboxToken } from '../../../sandbox/tokens.js';
import { badgeColor, businessAccounts, profileOf } from './accounts.js';
import { dialect, fault, invalid, jsonOf, ok } from './answers.js';
import { createComment, type CommentBody } from './comments.js';
import { statusAnswer } from './jobs.js';
import { commentList, videoList } from './lists.js';
import {
  commentListSchema,
  commentSchema,
  listSchema,
  photoPublishSchema,
  profileSchema,
  replyListSchema,
  replySchema,
  settingsSchema,
  statusSchema,
  videoPublishSchema,
  type CommentQuery,
} from './params.js';
import { addBusinessOAuth } from './oauth.js';
import { publishPhotos, publishVideo } from './publish.js';
import { settingsOf } from './settings.js';

type Handler<T> = (c: Context<SandboxEnv>, token: SandboxToken, params: T) => Response | Promise<Response>;

/** An operation of the Accounts API: `GET /business/video/list/`, its name, its parameters, and what it does. */
type Register = <T extends { business_id: string }>(
  method: 'GET' | 'POST',
  path: string,
  schema: z.ZodType<T>,
  handler: Handler<T>,
) => void;

/** TikTok API for Business, v1.3. Any account exists; the id in the token is its `open_id`. */
export function createTikTokBusinessSandbox(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store, baseUrl } = parts;
  const app = new Hono<SandboxEnv>();
  const on: Register = (method, path, schema, handler) => {
    app.on(method, `/open_api/v1.3${path}`, async (c) => {
      store.countCall('TIKTOK_BUSINESS', path);
      const shown = c.req.header('access-token');
      if (shown === undefined || shown === '') return fault(40_104, 'Access token is empty.');
      const token = readAccessToken(shown);
      if (token === null) return fault(40_105, 'Access token is incorrect or has been revoked.');
      if (isDead(store, 'TIKTOK_BUSINESS', token)) return dialect.expiredToken();
      const read = schema.safeParse(method === 'GET' ? c.req.query() : await jsonOf(c));
      if (!read.success) return invalid(z.prettifyError(read.error));
      if (read.data.business_id !== token.accountId) {
        return fault(40_001, 'The token does not belong to this business_id.');
      }
      return handler(c, token, read.data);
    });
  };
  on('POST', '/business/video/publish/', videoPublishSchema, (c, token, body) =>
    publishVideo(c, parts, token, body),
  );
  on('POST', '/business/photo/publish/', photoPublishSchema, (c, token, body) =>
    publishPhotos(c, parts, token, body),
  );
  on('GET', '/business/publish/status/', statusSchema, (_c, { accountId }, { publish_id: shareId }) =>
    statusAnswer(store, accountId, shareId),
  );
  on('GET', '/business/video/settings/', settingsSchema, () => ok(settingsOf()));
  on('GET', '/business/video/list/', listSchema, (_c, { accountId }, query) =>
    videoList(store, accountId, query, baseUrl),
  );
  on('GET', '/business/get/', profileSchema, (_c, token, { fields }) => {
    const needed = fields.map((name) => (name === 'username' ? 'user.info.username' : 'user.info.basic'));
    return needed.every((scope) => isGranted(store, token, scope))
      ? ok(profileOf(token.accountId, fields, baseUrl))
      : notAuthorized();
  });
  addComments(on, store, baseUrl);
  addAvatars(app, businessAccounts, badgeColor);
  addBusinessOAuth(app, parts);
  return app;
}

function addComments(on: Register, store: SandboxStore, baseUrl: string): void {
  const parts = { store, baseUrl };
  const withScope =
    <T>(scope: string, handler: Handler<T>): Handler<T> =>
    (c, token, params) =>
      isGranted(store, token, scope) ? handler(c, token, params) : notAuthorized();
  const create = withScope<CommentBody>('comment.list.manage', (c, token, body) =>
    createComment(c, parts, token, body),
  );
  const list = withScope<CommentQuery>('comment.list', (_c, { accountId }, query) =>
    commentList(parts, accountId, query),
  );
  on('POST', '/business/comment/create/', commentSchema, create);
  on('POST', '/business/comment/reply/create/', replySchema, create);
  on('GET', '/business/comment/list/', commentListSchema, list);
  on('GET', '/business/comment/reply/list/', replyListSchema, list);
}

const notAuthorized = (): Response => fault(40_130, 'The scope is not authorized.');

/** A token issued without consent can do everything. */
function isGranted(store: SandboxStore, token: SandboxToken, scope: string): boolean {
  return grantedScopes(store, 'TIKTOK_BUSINESS', token)?.includes(scope) ?? true;
}
