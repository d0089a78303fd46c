import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { createX } from './create-x.js';
import { xMediaRules } from './media-rules.js';
import { xOptionsSchema } from './options.js';

export const x = definePlatform({
  name: 'X',
  label: 'X',
  path: 'x',
  mediaRules: xMediaRules,
  options: xOptionsSchema,
  cardRefusal: {
    code: 'X_PAYMENT_METHOD_REQUIRED',
    message: 'Connecting an X account needs a card on file.',
  },
  cannot: [
    'Tell for certain that a post whose answer was lost is not public: it ends as PUBLISH_UNCONFIRMED.',
    'Publish the same text twice in a short time: X refuses it as a duplicate.',
    'Read replies that are older than seven days, or answer those that X does not let an app answer.',
  ],
  operatorNeeds: [
    'An app in X’s developer console with OAuth 2.0, whose id is in `X_CLIENT_ID`.',
    'Credits, or a paid tier: each call to the API costs, and each reply that is read, so reading is off until it is switched on for an account.',
  ],
  connector: {
    environment: {
      X_API_URL: address.default('https://api.x.com').describe('Where the API lives.'),
      X_SITE_URL: address.default('https://x.com').describe('Where people grant access.'),
      X_CLIENT_ID: z.string().optional().describe('The registered app with which accounts are connected.'),
      X_CLIENT_SECRET: z.string().optional().describe('Without it the app is a public client.'),
    },
    settingsOf: ({
      X_API_URL: baseUrl,
      X_SITE_URL: siteUrl,
      X_CLIENT_ID: clientId = null,
      X_CLIENT_SECRET: clientSecret = null,
    }) => ({
      baseUrl,
      siteUrl,
      clientId,
      clientSecret,
    }),
    create: (parts, { siteUrl, clientId, clientSecret }) =>
      createX({ ...parts, siteUrl, clientId, clientSecret }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
