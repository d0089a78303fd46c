import { z } from 'zod';
import { noChanges } from '../../domain/changes.js';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { tokenPairSchema } from '../kit/session.js';
import { createTikTokPersonal } from './create-tiktok-personal.js';
import { tikTokPersonalMediaRules } from './media-rules.js';
import { tikTokOptionsSchema } from './options.js';

export const tikTokPersonal = definePlatform({
  name: 'TIKTOK_PERSONAL',
  label: 'TikTok (personal)',
  path: 'tiktok-personal',
  websites: ['tiktok.com'],
  dashboard: {
    name: 'TikTok',
    mark: {
      color: '#16181c',
      lines: 'M8.75 3.5v6.75a2.1 2.1 0 1 1-2.1-2.1M8.75 3.75a3 3 0 0 0 2.9 2.6',
      areas: '',
    },
    preview: 'video',
  },
  mediaRules: tikTokPersonalMediaRules,
  options: tikTokOptionsSchema,
  cannot: [
    'Publish a text without a video or images.',
    'Add a first comment, or read comments and reply to them: TikTok has no API for comments of personal accounts.',
    'Send options with a draft: TikTok takes the file, and the creator fills in the rest.',
    'Change or delete a published post.',
  ],
  mainNeed: 'A TikTok app that has passed TikTok’s audit, and for images a verified domain',
  operatorNeeds: [
    'A TikTok for Developers app with Login Kit, the Content Posting API and the scopes listed in docs/connect/tiktok-personal.md. Set its key and secret in `TIKTOK_PERSONAL_CLIENT_KEY` and `TIKTOK_PERSONAL_CLIENT_SECRET`.',
    'TikTok’s audit of that app. Until then every post is private, and only five people a day can publish.',
    'For images, a public URL from which TikTok can fetch them. Its domain must be verified at TikTok.',
  ],
  certification: {
    seenBy: 'the account alone',
    options: () => ({ privacyLevel: 'SELF_ONLY' }),
    media: 'video',
    publishesLater: true,
    deleteByHand:
      'Open the video in the TikTok app, under the private videos of the profile, and choose "Delete".',
    assumptions: {
      choices: 'TikTok names the privacy levels of the account.',
      media: 'The last chunk of a video publishes it, and its id tells when that has happened.',
      'find-media': 'The id that a video had before its upload tells that it was published.',
    },
  },
  changeRules: {
    ...noChanges,
    sources: [
      { url: 'https://developers.tiktok.com/doc/content-posting-api-get-started', readOn: '2026-11-30' },
    ],
  },
  connector: {
    environment: {
      TIKTOK_PERSONAL_API_URL: address.default('https://open.tiktokapis.com').describe('The URL of the API.'),
      TIKTOK_PERSONAL_SITE_URL: address
        .default('https://www.tiktok.com')
        .describe('The website: people grant access there, and links to posts lead there.'),
      TIKTOK_PERSONAL_CLIENT_KEY: z.string().optional().describe('The client key of your TikTok app.'),
      TIKTOK_PERSONAL_CLIENT_SECRET: z.string().optional().describe('The client secret.'),
    },
    settingsOf: ({
      TIKTOK_PERSONAL_API_URL: baseUrl,
      TIKTOK_PERSONAL_SITE_URL: siteUrl,
      TIKTOK_PERSONAL_CLIENT_KEY: clientKey = null,
      TIKTOK_PERSONAL_CLIENT_SECRET: clientSecret = null,
    }) => ({ baseUrl, siteUrl, clientKey, clientSecret }),
    credentials: tokenPairSchema,
    create: (parts, settings) => createTikTokPersonal({ ...parts, ...settings }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
