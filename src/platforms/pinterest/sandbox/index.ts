import { Hono } from 'hono';
import { avatarUrl } from '../../../sandbox/avatars.js';
import { bearerOf, type Register } from '../../../sandbox/call.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts, Simulator } from '../../../sandbox/simulator.js';
import { tokenPair } from '../../../sandbox/tokens.js';
import { pinterestAccounts, profileOf } from './accounts.js';
import { readAnalytics } from './analytics.js';
import { dialect, queryFault, unauthorized } from './api.js';
import { listBoards, listPins, listSections } from './boards.js';
import { readMedia, receiveForm, registerMedia } from './media.js';
import { addPinterestOAuth } from './oauth.js';
import { createPin, deletePin, readPin } from './pins.js';

/** Simulates the Pinterest API v5. Any user exists, with the same boards; the id in the token is the user's id. */
function create(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store, platform, baseUrl } = parts;
  const app = new Hono<SandboxEnv>();
  const on: Register = (method, path, operation, handler) => {
    app.on(method, path, (c) => {
      store.countCall(platform, operation);
      const token = bearerOf(c, parts);
      return token === null ? unauthorized() : handler({ ...parts, c, token, dialect });
    });
  };
  addPinterestOAuth(app, parts);
  on('GET', '/user_account', 'userAccount', ({ c, token: { accountId } }) => {
    const fault = queryFault(c, ['ad_account_id']);
    return fault ?? c.json({ ...profileOf(accountId), profile_image: avatarUrl(baseUrl, accountId) });
  });
  on('GET', '/boards', 'listBoards', listBoards);
  on('GET', '/boards/:board/sections', 'listSections', listSections);
  on('GET', '/boards/:board/pins', 'listPins', listPins);
  on('GET', '/boards/:board/sections/:section/pins', 'listSectionPins', listPins);
  on('POST', '/pins', 'createPin', createPin);
  on('GET', '/pins/:id', 'getPin', readPin);
  on('DELETE', '/pins/:id', 'deletePin', deletePin);
  on('GET', '/pins/:id/analytics', 'pinAnalytics', readAnalytics);
  on('POST', '/media', 'registerMedia', registerMedia);
  on('GET', '/media/:id', 'getMedia', readMedia);
  // The storage belongs to another service: it accepts signed forms, not tokens.
  app.post('/uploads', (c) => receiveForm(c, parts));
  return app;
}

export const simulator: Simulator = {
  create,
  uploadPath: /^\/pinterest\/(pins|uploads)$/,
  marks: {
    'blocked-link': 'The pin is rejected as spam, with status 429.',
    'trial-access': 'The pin is rejected because the app only has trial access.',
    'daily-limit': 'The first attempt gets 429, as if the app had reached its daily limit.',
    'board-gone': 'The board no longer exists when the pin is created.',
    'late-in-list': 'The board lists the pin two seconds after it was created.',
  },
  badgeColor: '#bd081c',
  counters: ['impressions', 'clicks', 'saves'],
  exampleOptions: { boardId: '549755880001', title: 'An image from Punctual' },
  postPages: [{ path: '/pin/:id/' }],
  accounts: pinterestAccounts,
  credentialsOf: tokenPair,
};
