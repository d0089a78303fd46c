import { Hono } from 'hono';
import { z } from 'zod';
import type { Call } from '../../../sandbox/call.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts, Simulator } from '../../../sandbox/simulator.js';
import { readAccessToken, tokenPair, grantedScopes, isDead } from '../../../sandbox/tokens.js';
import { businessAccounts, profileOf } from './accounts.js';
import { dialect, fault, invalid, jsonOf, ok } from './answers.js';
import { businessComments, createComment, deleteComment } from './comments.js';
import { statusAnswer } from './jobs.js';
import { commentList, videoList } from './lists.js';
import { ownMarks } from './marks.js';
import { addBusinessOAuth } from './oauth.js';
import {
  commentListSchema,
  commentSchema,
  deleteSchema,
  listSchema,
  photoPublishSchema,
  profileSchema,
  replyListSchema,
  replySchema,
  settingsSchema,
  statusSchema,
  videoPublishSchema,
} from './params.js';
import { publishPhotos, publishVideo, settingsOf } from './publish.js';

type Handler<T> = (call: Call, params: T) => Response | Promise<Response>;

/** Simulates the TikTok API for Business, v1.3. Any account exists; the id in the token is its `open_id`. */
function create(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store, platform, baseUrl } = parts;
  const app = new Hono<SandboxEnv>();
  /**
   * Registers an operation of the Accounts API, such as `GET /business/video/list/`, with the schema of its parameters.
   */
  const on = <T extends { business_id: string }>(
    method: 'GET' | 'POST',
    path: string,
    schema: z.ZodType<T>,
    handler: Handler<T>,
  ): void => {
    app.on(method, `/open_api/v1.3${path}`, async (c) => {
      store.countCall(platform, path);
      const shown = c.req.header('access-token');
      if (shown === undefined || shown === '') return fault(40_104, 'Access token is empty.');
      const token = readAccessToken(shown);
      if (token === null) return fault(40_105, 'Access token is incorrect or has been revoked.');
      if (isDead(parts, token)) return dialect.expiredToken();
      const read = schema.safeParse(method === 'GET' ? c.req.query() : await jsonOf(c));
      if (!read.success) return invalid(z.prettifyError(read.error));
      if (read.data.business_id !== token.accountId) {
        return fault(40_001, 'The token does not belong to this business_id.');
      }
      return handler({ ...parts, c, token, dialect }, read.data);
    });
  };
  on('POST', '/business/video/publish/', videoPublishSchema, publishVideo);
  on('POST', '/business/photo/publish/', photoPublishSchema, publishPhotos);
  on('GET', '/business/publish/status/', statusSchema, statusAnswer);
  on('GET', '/business/video/settings/', settingsSchema, () => ok(settingsOf()));
  on('GET', '/business/video/list/', listSchema, videoList);
  on('GET', '/business/get/', profileSchema, (call, { fields }) => {
    const needed = fields.map((name) => (name === 'username' ? 'user.info.username' : 'user.info.basic'));
    return needed.every((scope) => isGranted(call, scope))
      ? ok(profileOf(call.token.accountId, fields, baseUrl))
      : notAuthorized();
  });
  on('POST', '/business/comment/create/', commentSchema, withScope('comment.list.manage', createComment));
  on('POST', '/business/comment/reply/create/', replySchema, withScope('comment.list.manage', createComment));
  on('POST', '/business/comment/delete/', deleteSchema, withScope('comment.list.manage', deleteComment));
  on('GET', '/business/comment/list/', commentListSchema, withScope('comment.list', commentList));
  on('GET', '/business/comment/reply/list/', replyListSchema, withScope('comment.list', commentList));
  addBusinessOAuth(app, parts);
  return app;
}

const notAuthorized = (): Response => fault(40_130, 'The scope is not authorized.');

const withScope =
  <T>(scope: string, handler: Handler<T>): Handler<T> =>
  (call, params) =>
    isGranted(call, scope) ? handler(call, params) : notAuthorized();

/** Whether the token has a scope. A token that was issued without consent has all of them. */
function isGranted(call: Call, scope: string): boolean {
  return grantedScopes(call, call.token)?.includes(scope) ?? true;
}

export const simulator: Simulator = {
  create,
  marks: ownMarks,
  badgeColor: '#c0123f',
  exampleOptions: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
  postPages: [{ path: '/:handle/video/:id' }],
  comments: businessComments,
  accounts: businessAccounts,
  credentialsOf: tokenPair,
};
