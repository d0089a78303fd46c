import { Hono, type Context } from 'hono';
import { addAvatars, avatarUrl } from '../../../sandbox/avatars.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { pinterestAccounts, profileOf } from './accounts.js';
import { platform, queryFault, tokenOf, unauthorized } from './api.js';
import { listBoards, listPins, listSections } from './boards.js';
import { readMedia, receiveForm, registerMedia } from './media.js';
import { addPinterestOAuth } from './oauth.js';
import { createPin } from './pins.js';

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
  addPinterestOAuth(app, parts);
  addAvatars(app, pinterestAccounts, '#bd081c');
  on('GET', '/user_account', 'userAccount', (c, { accountId }) => {
    const fault = queryFault(c, ['ad_account_id']);
    return fault ?? c.json({ ...profileOf(accountId), profile_image: avatarUrl(baseUrl, accountId) });
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
  // The storage belongs to another service: it accepts signed forms, not tokens.
  app.post('/uploads', (c) => receiveForm(c, parts.uploads));
  return app;
}
