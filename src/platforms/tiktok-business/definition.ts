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
