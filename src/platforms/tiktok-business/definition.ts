import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { min } from '../kit/media-rule-parts.js';
import { tokenPairSchema } from '../kit/session.js';
import { manageComments } from './connect.js';
import { createTikTokBusiness } from './create-tiktok-business.js';
import { thumbnailRules, tikTokBusinessMediaRules } from './media-rules.js';
import { tikTokBusinessOptionsSchema } from './options.js';

export const tikTokBusiness = definePlatform({
  name: 'TIKTOK_BUSINESS',
  label: 'TikTok (business)',
  path: 'tiktok-business',
  websites: ['tiktok.com'],
  dashboard: {
    name: 'TikTok Business',
    mark: {
      color: '#b3224f',
      lines: 'M8.75 3.5v6.75a2.1 2.1 0 1 1-2.1-2.1M8.75 3.75a3 3 0 0 0 2.9 2.6',
      areas: '',
    },
    preview: 'video',
  },
  mediaRules: tikTokBusinessMediaRules,
  options: tikTokBusinessOptionsSchema,
  optionMedia: { thumbnailMediaId: thumbnailRules },
  cannot: [
    'Publish a text without a video or images.',
    'Receive uploads: TikTok fetches each file from a public URL of this installation.',
    'Make a video private: videos are always public. Only image posts have a privacy level.',
    'Choose music, or make posts that are advertisements only.',
    'Read hidden comments, or hide or delete comments of others.',
    'Delete or edit a post that is public: TikTok has no call for either.',
  ],
  mainNeed: 'A TikTok for Business app that TikTok has approved, and a verified domain for media',
  operatorNeeds: [
    'A TikTok for Business app that TikTok has approved for the Accounts API. Set its id and secret in `TIKTOK_BUSINESS_CLIENT_ID` and `TIKTOK_BUSINESS_CLIENT_SECRET`.',
    'A public URL from which TikTok can fetch media. Its domain must be verified at TikTok as a URL property.',
  ],
  certification: {
    seenBy: 'everybody',
    publishesLater: true,
    deleteByHand: 'Open the post in the TikTok app, and choose "Delete" in its menu.',
    assumptions: {
      media:
        'TikTok accepts the image by its URL, and returns the id of a job, which tells when the post is public.',
      'find-media': 'The account’s list of posts has a new one, with its caption.',
    },
  },
  changeRules: {
    removePosts: null,
    removeComments: { scope: manageComments },
    commentsGoWithPost: true,
    editPosts: null,
    // TikTok does not say how long its lists lag, and leaves out what it moderates.
    look: { lagMs: min, absenceProves: false },
    sources: [
      {
        url: 'https://github.com/bububa/tiktok-business/blob/051f6c0/model/business/comment/delete.go',
        readOn: '2026-11-30',
      },
    ],
  },
  connector: {
    environment: {
      TIKTOK_BUSINESS_API_URL: address
        .default('https://business-api.tiktok.com')
        .describe('The URL of the API.'),
      TIKTOK_BUSINESS_API_VERSION: z
        .string()
        .regex(/^v\d+\.\d+$/, 'must be a version as in v1.3')
        .default('v1.3')
        .describe('The version of the API.'),
      TIKTOK_BUSINESS_SITE_URL: address
        .default('https://www.tiktok.com')
        .describe('The website where people grant access.'),
      TIKTOK_BUSINESS_CLIENT_ID: z
        .string()
        .optional()
        .describe('The app id of your TikTok for Business app.'),
      TIKTOK_BUSINESS_CLIENT_SECRET: z.string().optional().describe('The app secret.'),
    },
    settingsOf: ({
      TIKTOK_BUSINESS_API_URL: baseUrl,
      TIKTOK_BUSINESS_API_VERSION: apiVersion,
      TIKTOK_BUSINESS_SITE_URL: siteUrl,
      TIKTOK_BUSINESS_CLIENT_ID: clientId = null,
      TIKTOK_BUSINESS_CLIENT_SECRET: clientSecret = null,
    }) => ({ baseUrl, apiVersion, siteUrl, clientId, clientSecret }),
    credentials: tokenPairSchema,
    create: (parts, settings) => createTikTokBusiness({ ...parts, ...settings }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
