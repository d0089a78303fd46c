import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { howToAddCard } from '../../domain/payment-page.js';
import { address } from '../kit/environment.js';
import { hour, s } from '../kit/media-rule-parts.js';
import { tokenPairSchema } from '../kit/session.js';
import { createX } from './create-x.js';
import { xMediaRules } from './media-rules.js';
import { xOptionsSchema } from './options.js';
import { xReadPrices, xRemovalPrice } from './prices.js';

export const x = definePlatform({
  name: 'X',
  label: 'X',
  path: 'x',
  websites: ['x.com', 'twitter.com'],
  dashboard: {
    mark: { color: '#16181c', lines: 'M4.75 4.75l6.5 6.5M11.25 4.75l-6.5 6.5', areas: '' },
    preview: 'short',
  },
  mediaRules: xMediaRules,
  options: xOptionsSchema,
  cardRefusal: {
    code: 'X_PAYMENT_METHOD_REQUIRED',
    message: `To connect an X account, a payment card must be on file. ${howToAddCard}`,
  },
  cannot: [
    'Prove that a post is not public. If the response to a publish call is lost and the post is not found, the target ends as PUBLISH_UNCONFIRMED.',
    'Publish the same text twice within a short time: X rejects the second as a duplicate.',
    'Read replies that are older than seven days, or respond to replies where X does not let an app do so.',
    'Quote a post, except with an app of an enterprise customer of X: X has removed quotes for self-serve apps (April 2026).',
    'Reply to any post: X lets self-serve apps reply only to authors who have mentioned or quoted the account.',
    'Edit polls, posts in communities, replies to others, or anything that is older than an hour. X takes at most five edits of a post, and only from accounts with X Premium.',
    'Promise that X accepts a first comment: it lets self-serve apps reply only to authors who have mentioned or quoted the account.',
  ],
  mainNeed: 'An X app with credits or a paid tier: X charges for each call',
  operatorNeeds: [
    'An app with OAuth 2.0 in X’s developer console. Set its client id in `X_CLIENT_ID`.',
    'Credits or a paid tier: X charges for each API call. It also charges for each reply that is read, so reading replies is off until you turn it on for an account.',
  ],
  certification: {
    seenBy: 'everybody',
    costs: 'X’s developer console shows what was charged.',
    readPrices: xReadPrices,
    deleteByHand: 'Open the post on X, and choose "Delete" in its menu.',
    assumptions: {
      'find-text': 'X lists a new post among the account’s recent posts, with its text as it was sent.',
      'first-comment': 'X accepts a reply to the account’s own post, although it names no exception for one.',
      'read-comments':
        'Recent search finds a reply to the account’s own post. X charges for each reply that it returns.',
    },
  },
  changeRules: {
    removePosts: { price: xRemovalPrice },
    removeComments: { price: xRemovalPrice },
    editPosts: {
      fields: ['text'],
      windowMs: hour,
      countMax: 5,
      needs: 'X Premium',
      changesId: true,
      pricedAsPost: true,
    },
    // X does not say how long its reads lag.
    look: { lagMs: 30 * s, absenceProves: true },
    sources: [
      { url: 'https://docs.x.com/changelog', readOn: '2026-11-30' },
      { url: 'https://docs.x.com/x-api/fundamentals/edit-posts', readOn: '2026-11-30' },
      { url: xRemovalPrice.source, readOn: '2026-11-30' },
    ],
  },
  connector: {
    environment: {
      X_API_URL: address.default('https://api.x.com').describe('The URL of the API.'),
      X_SITE_URL: address.default('https://x.com').describe('The website where people grant access.'),
      X_CLIENT_ID: z.string().optional().describe('The client id of your X app.'),
      X_CLIENT_SECRET: z
        .string()
        .optional()
        .describe('The client secret. Without it the app is a public client.'),
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
    credentials: tokenPairSchema,
    create: (parts, settings) => createX({ ...parts, ...settings }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
