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
    'Read comments of others.',
  ],
  operatorNeeds: [
    'An app at TikTok for Business with access to the Accounts API.',
    'A public address of this installation whose domain is a verified URL property at TikTok.',
  ],
  connector: {
    environment: {
      TIKTOK_BUSINESS_API_URL: address.default('https://business-api.tiktok.com'),
      TIKTOK_BUSINESS_API_VERSION: z
        .string()
        .regex(/^v\d+\.\d+$/, 'must be a version as in v1.3')
        .default('v1.3'),
      /** Our registered app, without which no token can be refreshed. */
      TIKTOK_BUSINESS_CLIENT_ID: z.string().optional(),
      TIKTOK_BUSINESS_CLIENT_SECRET: z.string().optional(),
    },
    settingsOf: ({
      TIKTOK_BUSINESS_API_URL: baseUrl,
      TIKTOK_BUSINESS_API_VERSION: apiVersion,
      TIKTOK_BUSINESS_CLIENT_ID: clientId = null,
      TIKTOK_BUSINESS_CLIENT_SECRET: clientSecret = null,
    }) => ({ baseUrl, apiVersion, clientId, clientSecret }),
    create: (parts, { apiVersion, clientId, clientSecret }) =>
      createTikTokBusiness({ ...parts, apiVersion, clientId, clientSecret }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
