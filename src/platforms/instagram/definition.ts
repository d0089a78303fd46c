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
  cannot: [
    'Publish a text without a picture or video, or to a personal account: professional accounts only.',
    'Take files as bytes: Instagram fetches them from an address of this installation.',
    'Show text on a story, or take its first comment.',
    'Tag products, or name the sponsor of a paid partnership.',
    'Read comments of others.',
  ],
  operatorNeeds: [
    'An app at Meta, reviewed for `instagram_business_basic`, `instagram_business_content_publish` and `instagram_business_manage_comments`.',
    'A public address of this installation (`PUBLIC_URL`, or a bucket): every post has media.',
  ],
  connector: {
    environment: {
      INSTAGRAM_API_URL: address
        .default('https://graph.instagram.com')
        .describe(
          'Of accounts connected with Instagram Login; those with Facebook Login have a host of their own.',
        ),
      INSTAGRAM_GRAPH_VERSION: z
        .string()
        .regex(/^v[0-9]{1,3}\.[0-9]$/, 'must be a version of the Graph API, such as v26.0')
        .default('v26.0')
        .describe('Of the Graph API.'),
    },
    settingsOf: ({ INSTAGRAM_API_URL: baseUrl, INSTAGRAM_GRAPH_VERSION: graphVersion }) => ({
      baseUrl,
      graphVersion,
    }),
    create: (parts, { graphVersion }) => createInstagram({ ...parts, graphVersion }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
