import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { images, jpeg, min, png, srt, vtt } from '../kit/media-rule-parts.js';
import { youTubeCredentialsSchema } from './api.js';
import { manage } from './connect.js';
import { createYouTube } from './create-youtube.js';
import { youTubeMediaRules } from './media-rules.js';
import { subtitlesPath, youTubeOptionsSchema } from './options.js';

/** The numbers in the discovery document of 2026-11-04. */
const thumbnailBytesMax = 52_428_800;
const captionsBytesMax = 104_857_600;

export const youTube = definePlatform({
  name: 'YOUTUBE',
  label: 'YouTube',
  path: 'youtube',
  websites: ['youtube.com', 'youtu.be'],
  dashboard: {
    mark: {
      color: '#d0101e',
      lines: '',
      areas: 'M6 4.9a.6.6 0 0 1 .9-.52l5 3.1a.6.6 0 0 1 0 1.04l-5 3.1a.6.6 0 0 1-.9-.52z',
    },
    preview: 'video',
  },
  mediaRules: youTubeMediaRules,
  options: youTubeOptionsSchema,
  optionMedia: {
    thumbnailMediaId: images({ mimes: [jpeg, png], bytesMax: thumbnailBytesMax }),
    [subtitlesPath]: { mimes: [vtt, srt], bytesMax: captionsBytesMax },
  },
  cannot: [
    'Publish anything except one video per post.',
    'Pin a comment, or go live.',
    'Add subtitles in more than one language with the post, or change them later.',
    'Choose whether a video becomes a Short: YouTube decides.',
    'Read comments held for review, or hide or delete comments of others.',
  ],
  mainNeed:
    'A Google Cloud project that has passed Google’s audit; before it, videos may be locked as private',
  operatorNeeds: [
    'A Google Cloud project with the YouTube Data API and an OAuth client. Set the client’s id and secret in `YOUTUBE_CLIENT_ID` and `YOUTUBE_CLIENT_SECRET`.',
    'A consent screen that is in production. While it is in testing, connections end after seven days. Until Google has verified it, people see a warning, and at most 100 can connect.',
    'Google’s audit of the project. Without it, videos may be locked as private. All accounts together can publish 100 videos a day until Google grants more.',
  ],
  certification: {
    seenBy: 'those who know the URL (unlisted)',
    options: () => ({
      title: 'Test of a connector',
      madeForKids: false,
      privacyStatus: 'unlisted',
      notifySubscribers: false,
    }),
    deleteByHand: 'Open YouTube Studio, then Content, and delete the video there.',
    assumptions: {
      media: 'The video exists as soon as its last byte has arrived.',
      'find-media': 'An empty request to the upload session shows whether the last byte has arrived.',
      'read-comments': 'An unlisted video can have comments, and the list shows a new one.',
    },
  },
  changeRules: {
    removePosts: { scope: manage },
    removeComments: { scope: manage },
    commentsGoWithPost: true,
    editPosts: {
      fields: ['text', 'title'],
      windowMs: null,
      countMax: null,
      needs: null,
      changesId: false,
      scope: manage,
    },
    // YouTube does not say how long its reads lag.
    look: { lagMs: min, absenceProves: true },
    sources: [
      { url: 'https://developers.google.com/youtube/v3/docs/videos/delete', readOn: '2026-11-30' },
      { url: 'https://developers.google.com/youtube/v3/docs/videos/update', readOn: '2026-11-30' },
      { url: 'https://developers.google.com/youtube/v3/docs/comments/delete', readOn: '2026-11-30' },
    ],
  },
  connector: {
    environment: {
      YOUTUBE_API_URL: address.default('https://www.googleapis.com').describe('The URL of the API.'),
      YOUTUBE_ACCOUNTS_URL: address
        .default('https://accounts.google.com')
        .describe('The website where people grant access.'),
      YOUTUBE_OAUTH_URL: address
        .default('https://oauth2.googleapis.com')
        .describe('The URL where tokens are exchanged, refreshed and revoked.'),
      YOUTUBE_CLIENT_ID: z.string().optional().describe('The client id of your Google Cloud project.'),
      YOUTUBE_CLIENT_SECRET: z.string().optional().describe('The client secret.'),
      YOUTUBE_REGION_CODE: z
        .string()
        .regex(/^[A-Z]{2}$/, 'must be two capital letters, as in ISO 3166')
        .default('US')
        .describe('The country whose list of video categories is offered.'),
      YOUTUBE_VIDEOS_PER_DAY: z.coerce
        .number()
        .int()
        .positive()
        .default(100)
        .describe('How many videos a day Google lets your app upload. Google raises it on request.'),
    },
    settingsOf: (env) => ({
      baseUrl: env.YOUTUBE_API_URL,
      serviceUrls: { oauth: env.YOUTUBE_OAUTH_URL },
      accountsUrl: env.YOUTUBE_ACCOUNTS_URL,
      oauthUrl: env.YOUTUBE_OAUTH_URL,
      clientId: env.YOUTUBE_CLIENT_ID ?? null,
      clientSecret: env.YOUTUBE_CLIENT_SECRET ?? null,
      regionCode: env.YOUTUBE_REGION_CODE,
      videosPerDayMax: env.YOUTUBE_VIDEOS_PER_DAY,
    }),
    credentials: youTubeCredentialsSchema,
    create: (parts, settings) => createYouTube({ ...parts, ...settings }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
