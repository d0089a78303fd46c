import { Hono, type Context } from 'hono';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { addAvatars } from '../../../sandbox/avatars.js';
import { isDead } from '../../../sandbox/grants.js';
import { lacksScope } from '../../kit/meta/sandbox/login.js';
import { readAccessToken, type SandboxToken } from '../../../sandbox/tokens.js';
import { instagramAccountOf, instagramAccounts } from './accounts.js';
import { addComment, updateMedia } from './comments.js';
import type { Params } from './container-params.js';
import { createContainer, type InstagramParts } from './containers.js';
import { expiredToken, invalid, noPermission, noSuchObject, noToken } from './errors.js';
import { addInstagramLogin, exchangeToken, meAnswer, refreshToken } from './oauth.js';
import { unknownParameter, type Operation } from './parameters.js';
import { publishContainer } from './publish.js';
import { quotaAnswer } from './quota.js';
import { commentsAnswer, listAnswer, objectAnswer, ownMedia, type Reader } from './reads.js';

const version = '/:version{v[0-9]+\\.[0-9]+}';

type Handler = (c: Context<SandboxEnv>, token: SandboxToken, params: Params) => Response | Promise<Response>;
type Register = (method: 'GET' | 'POST', path: string, operation: Operation, handler: Handler) => void;

/** Instagram's API with Instagram Login. Any account exists; the id in the token is the account's id. */
export function createInstagramSandbox(simulated: SimulatorParts): Hono<SandboxEnv> {
  const { store, uploads, baseUrl, mediaOrigins } = simulated;
  const app = new Hono<SandboxEnv>();
  const on = registerOn(app, store);
  addInstagramLogin(app, simulated);
  addAvatars(app, instagramAccounts, '#c13584');
  const handleOf = (id: string): string => instagramAccountOf(id).username;
  on('GET', '/access_token', 'exchangeToken', (_c, token, params) => exchangeToken(store, token, params));
  on('GET', '/refresh_access_token', 'refreshAccessToken', (_c, token, params) =>
    refreshToken(store, token, params),
  );
  addAccountRoutes(on, { store, uploads, mediaOrigins }, { store, baseUrl, handleOf });
  addObjectRoutes(on, { store, baseUrl, handleOf });
  return app;
}

/** The permissions that a person must have granted. */
const scopeOf: Readonly<Partial<Record<Operation, string>>> = {
  createContainer: 'instagram_business_content_publish',
  publish: 'instagram_business_content_publish',
  comment: 'instagram_business_manage_comments',
  reply: 'instagram_business_manage_comments',
  listComments: 'instagram_business_manage_comments',
  listReplies: 'instagram_business_manage_comments',
  subscribe: 'instagram_business_manage_comments',
};

/** Counts the call, reads its parameters from the query or the form, and requires a valid token. */
function registerOn(app: Hono<SandboxEnv>, store: SandboxStore): Register {
  return (method, path, operation, handler) => {
    app.on(method, path, async (c) => {
      store.countCall('INSTAGRAM', operation);
      const form = method === 'POST' ? new URLSearchParams(await c.req.text()) : new URLSearchParams();
      const params: Params = { ...c.req.query(), ...Object.fromEntries(form.entries()) };
      const unknown = unknownParameter(operation, params);
      if (unknown !== undefined) return invalid(`(#100) Param ${unknown} is not known to this call.`);
      const token = readAccessToken(params['access_token']);
      if (token === null) return noToken();
      // A refresh gives more detailed errors.
      if (operation !== 'refreshAccessToken' && isDead(store, 'INSTAGRAM', token)) return expiredToken();
      const scope = scopeOf[operation];
      if (scope !== undefined && lacksScope(store, 'INSTAGRAM', token, scope)) return noPermission();
      const account = c.req.param('account');
      if (account !== undefined && account !== 'me' && account !== token.accountId) {
        return noSuchObject(account);
      }
      return handler(c, token, params);
    });
  };
}

function addAccountRoutes(on: Register, parts: InstagramParts, reader: Reader): void {
  const { store } = parts;
  const below = `${version}/:account`;
  on('POST', `${below}/media`, 'createContainer', (c, token, params) =>
    createContainer(c, parts, token, params),
  );
  on('POST', `${below}/media_publish`, 'publish', (c, token, params) =>
    publishContainer(c, store, token, params),
  );
  on('GET', `${below}/content_publishing_limit`, 'publishingLimit', (_c, token, params) =>
    quotaAnswer(store, token.accountId, params['fields']),
  );
  on('GET', `${below}/media`, 'listMedia', (_c, token, params) =>
    listAnswer(reader, ownMedia(reader, token.accountId, false), params),
  );
  on('GET', `${below}/stories`, 'listStories', (_c, token, params) =>
    listAnswer(reader, ownMedia(reader, token.accountId, true), params),
  );
  on('POST', `${below}/subscribed_apps`, 'subscribe', (_c, _token, { subscribed_fields: fields }) =>
    // The sandbox pushes nothing.
    fields === 'comments'
      ? Response.json({ success: true })
      : invalid('The sandbox knows only the field comments.'),
  );
  on('GET', `${version}/me`, 'me', (_c, token, { fields }) =>
    meAnswer(store, { baseUrl: reader.baseUrl, token, fields }),
  );
}

function addObjectRoutes(on: Register, reader: Reader): void {
  const { store } = reader;
  const object = `${version}/:id`;
  on('POST', `${object}/comments`, 'comment', (c, token, params) =>
    addComment(c, store, token, { params, below: 'comments' }),
  );
  on('POST', `${object}/replies`, 'reply', (c, token, params) =>
    addComment(c, store, token, { params, below: 'replies' }),
  );
  for (const [below, operation] of [
    ['comments', 'listComments'],
    ['replies', 'listReplies'],
  ] as const) {
    on('GET', `${object}/${below}`, operation, (c, token, params) =>
      commentsAnswer(reader, token, { id: c.req.param('id') ?? '', below, params }),
    );
  }
  on('POST', object, 'updateMedia', (c, token, params) =>
    updateMedia(store, token, c.req.param('id') ?? '', params),
  );
  on('GET', object, 'getObject', (c, _token, params) =>
    objectAnswer(reader, c.req.param('id') ?? '', params),
  );
}
