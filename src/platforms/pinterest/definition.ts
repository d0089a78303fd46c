import { z } from 'zod';
import { firstChoice } from '../kit/certification.js';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { s } from '../kit/media-rule-parts.js';
import { tokenPairSchema } from '../kit/session.js';
import { createPinterest } from './create-pinterest.js';
import { pinterestCoverRules, pinterestMediaRules } from './media-rules.js';
import { pinterestOptionsSchema } from './options.js';

export const pinterest = definePlatform({
  name: 'PINTEREST',
  label: 'Pinterest',
  path: 'pinterest',
  websites: [
    'pinterest.com',
    'pin.it',
    'pinterest.at',
    'pinterest.ca',
    'pinterest.ch',
    'pinterest.cl',
    'pinterest.co.kr',
    'pinterest.co.uk',
    'pinterest.com.au',
    'pinterest.com.mx',
    'pinterest.de',
    'pinterest.dk',
    'pinterest.es',
    'pinterest.fr',
    'pinterest.ie',
    'pinterest.it',
    'pinterest.jp',
    'pinterest.nz',
    'pinterest.ph',
    'pinterest.pt',
    'pinterest.ru',
    'pinterest.se',
  ],
  dashboard: {
    mark: { color: '#c4122f', lines: 'M6.5 12.25v-8h2.25a2.4 2.4 0 0 1 0 4.8H6.5', areas: '' },
    preview: 'pin',
  },
  mediaRules: pinterestMediaRules,
  options: pinterestOptionsSchema,
  optionMedia: { coverMediaId: pinterestCoverRules },
  cannot: [
    'Publish a text without an image or video.',
    'Add a first comment, or read comments and reply to them: Pinterest has no API for comments.',
    'Prove that a pin is not public. If the response to a publish call is lost and the pin is not found, the target ends as PUBLISH_UNCONFIRMED.',
    'Give each image of a carousel its own alt text, description or link.',
    'Make pins from the URL of a web page.',
    'Edit a pin: Pinterest’s call for it is a beta that is not available to all apps.',
  ],
  mainNeed: 'A Pinterest app with standard access',
  operatorNeeds: [
    'A Pinterest app that belongs to a business account. Set its id and secret in `PINTEREST_CLIENT_ID` and `PINTEREST_CLIENT_SECRET`.',
    'Standard access for the app. With trial access it cannot create pins, and posts fail with POLICY_BLOCKED.',
    'A public URL from which Pinterest can fetch images, if they are larger than 4 MB.',
  ],
  certification: {
    seenBy: 'everybody who can see the first board that Pinterest lists',
    options: (choices) => firstChoice(choices, 'boardId'),
    deleteByHand: 'Open the pin on Pinterest, and choose "Edit pin", then "Delete".',
    assumptions: {
      choices: 'Pinterest lists the account’s boards.',
      'find-media': 'The pins of a board list a new one, with its description.',
    },
  },
  changeRules: {
    removePosts: {},
    removeComments: null,
    editPosts: null,
    // Pinterest does not say how long its reads lag.
    look: { lagMs: 30 * s, absenceProves: true },
    sources: [
      {
        url: 'https://github.com/pinterest/api-description/blob/c05b189/v5/openapi.json',
        readOn: '2026-11-30',
      },
    ],
  },
  connector: {
    environment: {
      PINTEREST_API_URL: address
        .default('https://api.pinterest.com/v5')
        .describe(
          'The URL of the API, with its version. Pinterest has a second host for apps with trial access.',
        ),
      PINTEREST_SITE_URL: address
        .default('https://www.pinterest.com')
        .describe('The website: people grant access there, and links to pins lead there.'),
      PINTEREST_CLIENT_ID: z.string().optional().describe('The app id of your Pinterest app.'),
      PINTEREST_CLIENT_SECRET: z.string().optional().describe('The app secret key.'),
    },
    settingsOf: ({
      PINTEREST_API_URL: baseUrl,
      PINTEREST_SITE_URL: site,
      PINTEREST_CLIENT_ID: clientId = null,
      PINTEREST_CLIENT_SECRET: clientSecret = null,
    }) => ({ baseUrl, serviceUrls: { site }, siteUrl: site, clientId, clientSecret }),
    credentials: tokenPairSchema,
    create: (parts, settings) => createPinterest({ ...parts, ...settings }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
