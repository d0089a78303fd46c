import { Hono, type Context } from 'hono';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import {
  accessTokenOf,
  isRevoked,
  readRefreshToken,
  refreshed,
  refreshTokenOf,
  type SandboxToken,
} from '../../../sandbox/tokens.js';
import { invalid, platform, queryFault, refuse, tokenOf, unauthorized } from './api.js';
import { listBoards, listPins, listSections } from './boards.js';
import { readMedia, receiveForm, registerMedia } from './media.js';
import { createPin } from './pins.js';

const accessTokenLifeSeconds = 30 * 24 * 60 * 60;
const refreshTokenLifeSeconds = 60 * 24 * 60 * 60;
const scope = 'boards:read,boards:write,pins:read,pins:write,user_accounts:read';

/** Pinterest API v5. Any user exists, with the same boards; the id in the token is the user's id. */
export function createPinterestSandbox(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store, baseUrl } = parts;
  const app = new Hono<SandboxEnv>();
  const on = (
    method: 'GET' | 'POST',
    path: string,
    operation: string,
    handler: (c: Context<SandboxEnv>, token: SandboxToken) => Response | Promise<Response>,
  ): void => {
    app.on(method, path, (c) => {
      store.countCall(platform, operation);
      const token = tokenOf(c, store);
      return token === null ? unauthorized() : handler(c, token);
    });
  };
  app.post('/oauth/token', (c) => refreshTokens(c, store));
  on('GET', '/user_account', 'userAccount', (c, { accountId }) => {
    const fault = queryFault(c, ['ad_account_id']);
    return fault ?? c.json({ id: accountId, username: accountId, account_type: 'BUSINESS' });
  });
  on('GET', '/boards', 'listBoards', listBoards);
  on('GET', '/boards/:board/sections', 'listSections', listSections);
  on('GET', '/boards/:board/pins', 'listPins', (c, token) => listPins(c, store, token));
  on('GET', '/boards/:board/sections/:section/pins', 'listSectionPins', (c, token) =>
    listPins(c, store, token),
  );
  on('POST', '/pins', 'createPin', (c, token) => createPin(c, parts, token));
  on('POST', '/media', 'registerMedia', (c, token) => registerMedia(c, store, token, `${baseUrl}/uploads`));
  on('GET', '/media/:id', 'getMedia', (c, token) => readMedia(c, store, token));
  // The storage is somebody else's: it knows forms that are signed, and no tokens.
  app.post('/uploads', (c) => receiveForm(c, parts.uploads));
  return app;
}

const refreshFields = ['grant_type', 'refresh_token', 'scope'];

async function refreshTokens(c: Context<SandboxEnv>, store: SandboxStore): Promise<Response> {
  store.countCall(platform, 'oauthToken');
  const basic = /^Basic (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const isApp = /^[^:]+:.+$/.test(Buffer.from(basic ?? '', 'base64').toString());
  if (!isApp) return unauthorized();
  const form = new URLSearchParams(await c.req.text());
  const unknown = [...form.keys()].find((name) => !refreshFields.includes(name));
  if (unknown !== undefined) return invalid(`unknown field ${unknown.slice(0, 100)}.`);
  if (form.get('grant_type') !== 'refresh_token') return invalid('grant_type.');
  const token = readRefreshToken(form.get('refresh_token') ?? undefined);
  if (token === null || isRevoked(store, platform, token)) {
    return refuse(401, 283, 'The authorization grant is invalid');
  }
  const next = refreshed(token);
  return c.json({
    response_type: 'refresh_token',
    token_type: 'bearer',
    access_token: accessTokenOf(next),
    expires_in: accessTokenLifeSeconds,
    refresh_token: refreshTokenOf(next),
    refresh_token_expires_in: refreshTokenLifeSeconds,
    refresh_token_expires_at: Math.floor(store.now().getTime() / 1000) + refreshTokenLifeSeconds,
    scope,
  });
}
