import { Hono } from 'hono';
import type { Register } from '../../../sandbox/call.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts, Simulator } from '../../../sandbox/simulator.js';
import { readAccessToken, accessTokenAlone, isDead } from '../../../sandbox/tokens.js';
import { expiredToken, graphError } from '../../kit/meta/sandbox/errors.js';
import type { MetaCall } from '../../kit/meta/sandbox/login.js';
import { quotaAnswer } from '../../kit/meta/sandbox/quota.js';
import { threadsAccounts } from './accounts.js';
import { dialect, noSuchObject } from './errors.js';
import { addThreadsLogin, debugAnswer, exchangeToken, meAnswer, refreshToken } from './oauth.js';
import { readInsights } from './insights.js';
import { deleteObject, manageReply } from './change.js';
import { lookUpProfile } from './people.js';
import { createContainer, publish } from './publish.js';
import { listConversation, listOwn, readObject } from './reads.js';

/** Simulates the Threads API v1.0. Any user exists; the id in the token is the user's id. */
function create(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store, platform } = parts;
  const app = new Hono<SandboxEnv>();
  addThreadsLogin(app, parts);
  /** Counts the call, reads its parameters from the query or the form, and requires a valid token. */
  const on: Register<MetaCall> = (method, path, operation, handler) => {
    app.on(method, path, async (c) => {
      store.countCall(platform, operation);
      const params =
        method === 'POST' ? Object.fromEntries(new URLSearchParams(await c.req.text())) : c.req.query();
      const token = readAccessToken(params['access_token']);
      if (token === null) return graphError({ code: 190, message: 'Invalid OAuth access token.' });
      // A refresh has its own, more detailed errors for a dead token.
      if (operation !== 'refreshAccessToken' && isDead(parts, token)) return expiredToken();
      const user = c.req.param('user');
      if (user !== undefined && user !== 'me' && user !== token.accountId) return noSuchObject();
      return handler({ ...parts, c, token, params, dialect });
    });
  };
  on('GET', '/access_token', 'exchangeToken', exchangeToken);
  on('GET', '/refresh_access_token', 'refreshAccessToken', refreshToken);
  on('GET', '/v1.0/debug_token', 'debugToken', debugAnswer);
  on('GET', '/v1.0/me', 'me', meAnswer);
  on('GET', '/v1.0/profile_lookup', 'profileLookup', lookUpProfile);
  on('POST', '/v1.0/:user/threads', 'createContainer', createContainer);
  on('POST', '/v1.0/:user/threads_publish', 'publish', publish);
  on('GET', '/v1.0/:user/threads_publishing_limit', 'publishingLimit', (call) =>
    quotaAnswer(call, { '': 250, reply_: 1_000 }),
  );
  on('GET', '/v1.0/:user/threads', 'listThreads', (call) => listOwn(call, 'posts'));
  on('GET', '/v1.0/:user/replies', 'listReplies', (call) => listOwn(call, 'replies'));
  on('GET', '/v1.0/:id/conversation', 'conversation', listConversation);
  on('GET', '/v1.0/:id/insights', 'insights', readInsights);
  on('POST', '/v1.0/:id/manage_reply', 'manageReply', manageReply);
  on('GET', '/v1.0/:id', 'getObject', readObject);
  on('DELETE', '/v1.0/:id', 'deleteObject', deleteObject);
  return app;
}

export const simulator: Simulator = {
  create,
  marks: {
    'not-found-yet': 'The publish call does not find the media container. First time only.',
    'quota-spent': 'The post is accepted. After that, the account can publish nothing for two seconds.',
  },
  badgeColor: '#7a2fb5',
  counters: ['views', 'likes', 'shares'],
  hasThreads: true,
  comments: { newComment: ({ store }) => ({ externalPostId: store.newNumericId(), extra: {} }) },
  accounts: threadsAccounts,
  credentialsOf: accessTokenAlone,
};
