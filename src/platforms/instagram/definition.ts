import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { createInstagram } from './create-instagram.js';
import { coverOption } from './fields.js';
import { instagramCover, instagramMediaRules } from './media-rules.js';
import { instagramOptionsSchema } from './options.js';

export const instagram = definePlatform({
  name: 'INSTAGRAM',
  label: 'Instagram',
  path: 'instagram',
  mediaRules: instagramMediaRules,
  options: instagramOptionsSchema,
  optionMedia: { [coverOption]: instagramCover },
  connector: {
    environment: {
      /** Of accounts connected with Instagram Login; those with Facebook Login have a host of their own. */
      INSTAGRAM_API_URL: address.default('https://graph.instagram.com'),
      INSTAGRAM_GRAPH_VERSION: z
        .string()
        .regex(/^v[0-9]{1,3}\.[0-9]$/, 'must be a version of the Graph API, such as v26.0')
        .default('v26.0'),
    },
    settingsOf: ({ INSTAGRAM_API_URL: baseUrl, INSTAGRAM_GRAPH_VERSION: graphVersion }) => ({
      baseUrl,
      graphVersion,
    }),
    create: (parts, { graphVersion }) => createInstagram({ ...parts, graphVersion }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
