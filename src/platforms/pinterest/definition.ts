import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { createPinterest } from './create-pinterest.js';
import { pinterestCoverRules, pinterestMediaRules } from './media-rules.js';
import { pinterestOptionsSchema } from './options.js';

export const pinterest = definePlatform({
  name: 'PINTEREST',
  label: 'Pinterest',
  path: 'pinterest',
  mediaRules: pinterestMediaRules,
  options: pinterestOptionsSchema,
  optionMedia: { coverMediaId: pinterestCoverRules },
  connector: {
    environment: {
      /** With the version: Pinterest has a second host of the same API for apps on trial. */
      PINTEREST_API_URL: address.default('https://api.pinterest.com/v5'),
      /** Where people see pins. */
      PINTEREST_SITE_URL: address.default('https://www.pinterest.com'),
      /** Our registered app; without it no token can be refreshed. */
      PINTEREST_CLIENT_ID: z.string().optional(),
      PINTEREST_CLIENT_SECRET: z.string().optional(),
    },
    settingsOf: ({
      PINTEREST_API_URL: baseUrl,
      PINTEREST_SITE_URL: site,
      PINTEREST_CLIENT_ID: clientId = null,
      PINTEREST_CLIENT_SECRET: clientSecret = null,
    }) => ({ baseUrl, serviceUrls: { site }, clientId, clientSecret }),
    create: (parts, { serviceUrls, clientId, clientSecret }) =>
      createPinterest({ ...parts, siteUrl: serviceUrls.site, clientId, clientSecret }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
