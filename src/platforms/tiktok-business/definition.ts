import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { createTikTokBusiness } from './create-tiktok-business.js';
import { thumbnailRules, tikTokBusinessMediaRules } from './media-rules.js';
import { tikTokBusinessOptionsSchema } from './options.js';

export const tikTokBusiness = definePlatform({
  name: 'TIKTOK_BUSINESS',
  label: 'TikTok (business)',
  path: 'tiktok-business',
  mediaRules: tikTokBusinessMediaRules,
  options: tikTokBusinessOptionsSchema,
  optionMedia: { thumbnailMediaId: thumbnailRules },
  cannot: [
    'Publish a text without a video or pictures.',
    'Take files as bytes: TikTok fetches them from an address of this installation.',
    'Make a video private: videos are public, only pictures have a privacy level.',
    'Choose music, or make posts that are advertisements only.',
    'Read comments that are hidden, hide comments, or delete them.',
  ],
  operatorNeeds: [
    'An app at TikTok for Business that TikTok has approved for the Accounts API, whose id and secret are in `TIKTOK_BUSINESS_CLIENT_ID` and `TIKTOK_BUSINESS_CLIENT_SECRET`.',
    'A public address of this installation whose domain is a verified URL property at TikTok.',
  ],
  connector: {
    environment: {
      TIKTOK_BUSINESS_API_URL: address
        .default('https://business-api.tiktok.com')
        .describe('Where the API lives.'),
      TIKTOK_BUSINESS_API_VERSION: z
        .string()
        .regex(/^v\d+\.\d+$/, 'must be a version as in v1.3')
        .default('v1.3')
        .describe('Of the API.'),
      TIKTOK_BUSINESS_SITE_URL: address
        .default('https://www.tiktok.com')
        .describe('Where people grant access.'),
      TIKTOK_BUSINESS_CLIENT_ID: z
        .string()
        .optional()
        .describe('The id of the registered app, with which accounts are connected.'),
      TIKTOK_BUSINESS_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
    },
    settingsOf: ({
      TIKTOK_BUSINESS_API_URL: baseUrl,
      TIKTOK_BUSINESS_API_VERSION: apiVersion,
      TIKTOK_BUSINESS_SITE_URL: siteUrl,
      TIKTOK_BUSINESS_CLIENT_ID: clientId = null,
      TIKTOK_BUSINESS_CLIENT_SECRET: clientSecret = null,
    }) => ({ baseUrl, apiVersion, siteUrl, clientId, clientSecret }),
    create: (parts, { apiVersion, siteUrl, clientId, clientSecret }) =>
      createTikTokBusiness({ ...parts, apiVersion, siteUrl, clientId, clientSecret }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
