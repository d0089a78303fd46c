import { Hono } from 'hono';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts, Simulator } from '../../../sandbox/simulator.js';
import { readAccessToken, accessTokenAlone, isDead } from '../../../sandbox/tokens.js';
import { expiredToken, invalid, noSuchObject } from '../../kit/meta/sandbox/errors.js';
import { lacksScope, type MetaCall } from '../../kit/meta/sandbox/login.js';
import { quotaAnswer } from '../../kit/meta/sandbox/quota.js';
import { instagramAccounts } from './accounts.js';
import { addComment, removeComment, updateObject } from './comments.js';
import { createContainer } from './containers.js';
import { dialect, noPermission, noToken } from './errors.js';
import { addInstagramLogin, exchangeToken, meAnswer, refreshToken } from './oauth.js';
import { unknownParameter, type Operation } from './parameters.js';
import { readInsights } from './insights.js';
import { publishContainer } from './publish.js';
import { listComments, listOwn, readObject } from './reads.js';

const version = '/:version{v[0-9]+\\.[0-9]+}';
const account = `${version}/:account`;
const object = `${version}/:id`;

type Handler = (call: MetaCall) => Response | Promise<Response>;

/** The permission that each call requires. */
const scopeOf: Readonly<Partial<Record<Operation, string>>> = {
  createContainer: 'instagram_business_content_publish',
  publish: 'instagram_business_content_publish',
  comment: 'instagram_business_manage_comments',
  reply: 'instagram_business_manage_comments',
  listComments: 'instagram_business_manage_comments',
  listReplies: 'instagram_business_manage_comments',
  subscribe: 'instagram_business_manage_comments',
  deleteComment: 'instagram_business_manage_comments',
  insights: 'instagram_business_manage_insights',
};

/** Simulates Instagram's API with Instagram Login. Any account exists; the id in the token is the account's id. */
function create(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store, platform } = parts;
  const app = new Hono<SandboxEnv>();
  /** Counts the call, reads its parameters from the query or the form, and requires a valid token. */
  const on = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    operation: Operation,
    handler: Handler,
  ): void => {
    app.on(method, path, async (c) => {
      store.countCall(platform, operation);
      const form = method === 'POST' ? new URLSearchParams(await c.req.text()) : [];
      const params = { ...c.req.query(), ...Object.fromEntries(form) };
      const unknown = unknownParameter(operation, params);
      if (unknown !== undefined) return invalid(`(#100) Param ${unknown} is not known to this call.`);
      const token = readAccessToken(params['access_token']);
      if (token === null) return noToken();
      // A refresh has its own, more detailed errors for a dead token.
      if (operation !== 'refreshAccessToken' && isDead(parts, token)) return expiredToken();
      const call: MetaCall = { ...parts, c, token, params, dialect };
      const scope = scopeOf[operation];
      if (scope !== undefined && lacksScope(call, scope)) return noPermission();
      const id = c.req.param('account');
      return id !== undefined && id !== 'me' && id !== token.accountId ? noSuchObject(id) : handler(call);
    });
  };
  addInstagramLogin(app, parts);
  on('GET', '/access_token', 'exchangeToken', exchangeToken);
  on('GET', '/refresh_access_token', 'refreshAccessToken', refreshToken);
  on('POST', `${account}/media`, 'createContainer', createContainer);
  on('POST', `${account}/media_publish`, 'publish', publishContainer);
  on('GET', `${account}/content_publishing_limit`, 'publishingLimit', (call) =>
    quotaAnswer(call, { '': 50 }),
  );
  on('GET', `${account}/media`, 'listMedia', (call) => listOwn(call, 'media'));
  on('GET', `${account}/stories`, 'listStories', (call) => listOwn(call, 'stories'));
  // The sandbox sends no notifications.
  on('POST', `${account}/subscribed_apps`, 'subscribe', ({ params }) =>
    params['subscribed_fields'] === 'comments'
      ? Response.json({ success: true })
      : invalid('The sandbox knows only the field comments.'),
  );
  on('GET', `${version}/me`, 'me', meAnswer);
  on('POST', `${object}/comments`, 'comment', (call) => addComment(call, 'comments'));
  on('POST', `${object}/replies`, 'reply', (call) => addComment(call, 'replies'));
  on('GET', `${object}/comments`, 'listComments', (call) => listComments(call, 'comments'));
  on('GET', `${object}/replies`, 'listReplies', (call) => listComments(call, 'replies'));
  on('GET', `${object}/insights`, 'insights', readInsights);
  on('POST', object, 'updateObject', updateObject);
  on('DELETE', object, 'deleteComment', removeComment);
  on('GET', object, 'getObject', readObject);
  return app;
}

export const simulator: Simulator = {
  create,
  marks: {
    'not-found-yet': 'The publish call does not find the media container. First time only.',
    'quota-spent': 'The post is accepted. After that, the account can publish nothing for two seconds.',
    'blocked-after-accept': 'The post is published, but the response says that it is spam. First time only.',
    'graph-error':
      'The documented error with that code or subcode, as in [sandbox:graph-error=2207051]. First time only.',
    'listed-late': 'The post is published, and appears in the account’s list two seconds later.',
  },
  badgeColor: '#c13584',
  counters: ['views', 'reach', 'likes', 'shares', 'saves'],
  postPages: [{ path: '/p/:id/' }, { path: '/reel/:id/' }],
  comments: { newComment: ({ store }) => ({ externalPostId: store.newNumericId(), extra: {} }) },
  accounts: instagramAccounts,
  credentialsOf: accessTokenAlone,
};
