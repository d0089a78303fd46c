import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { verifyTokenVariable } from '../kit/meta-push.js';
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
  ],
  operatorNeeds: [
    'An app at Meta with Instagram’s API set up with Instagram Login, whose Instagram app id and secret are in `INSTAGRAM_CLIENT_ID` and `INSTAGRAM_CLIENT_SECRET`.',
    'Meta’s review of it (advanced access) for `instagram_business_basic` and `instagram_business_content_publish`, and for comments `instagram_business_manage_comments`; with it, a verified business. Before it, only the app’s testers can connect.',
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
      INSTAGRAM_SITE_URL: address.default('https://www.instagram.com').describe('Where people grant access.'),
      INSTAGRAM_TOKEN_URL: address
        .default('https://api.instagram.com')
        .describe('Where the codes of granted access are exchanged.'),
      INSTAGRAM_CLIENT_ID: z
        .string()
        .optional()
        .describe('The Instagram app id of the registered app, with which accounts are connected.'),
      INSTAGRAM_CLIENT_SECRET: z.string().optional().describe('The Instagram app secret.'),
      INSTAGRAM_WEBHOOK_VERIFY_TOKEN: verifyTokenVariable,
    },
    settingsOf: (env) => ({
      baseUrl: env.INSTAGRAM_API_URL,
      graphVersion: env.INSTAGRAM_GRAPH_VERSION,
      siteUrl: env.INSTAGRAM_SITE_URL,
      serviceUrls: { token: env.INSTAGRAM_TOKEN_URL },
      clientId: env.INSTAGRAM_CLIENT_ID ?? null,
      clientSecret: env.INSTAGRAM_CLIENT_SECRET ?? null,
      webhookVerifyToken: env.INSTAGRAM_WEBHOOK_VERIFY_TOKEN ?? null,
    }),
    create: (parts, { graphVersion, siteUrl, serviceUrls, clientId, clientSecret, webhookVerifyToken }) =>
      createInstagram({
        ...parts,
        graphVersion,
        siteUrl,
        tokenUrl: serviceUrls.token,
        clientId,
        clientSecret,
        webhookVerifyToken,
      }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
