import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { createFacebookPage } from './create-facebook-page.js';
import { facebookPageMediaRules } from './media-rules.js';
import { facebookOptionsSchema } from './options.js';

export const facebookPage = definePlatform({
  name: 'FACEBOOK_PAGE',
  label: 'Facebook Page',
  path: 'facebook-page',
  mediaRules: facebookPageMediaRules,
  options: facebookOptionsSchema,
  cannot: [
    'Publish to a personal profile or a group: Pages only.',
    'Put text, a link or a first comment on a story.',
    'Mix photos and a video in one post.',
    'Target an audience, or use Facebook’s own scheduling.',
    'Read comments of others.',
  ],
  operatorNeeds: [
    'An app at Meta, reviewed for `pages_manage_posts`, `pages_read_engagement`, `pages_show_list` and `pages_manage_engagement`.',
  ],
  connector: {
    environment: {
      FACEBOOK_PAGE_API_URL: address.default('https://graph.facebook.com'),
      /** Where videos go in chunks. */
      FACEBOOK_PAGE_VIDEO_URL: address.default('https://graph-video.facebook.com'),
      /** Where the bytes of reels and stories go. */
      FACEBOOK_PAGE_UPLOAD_URL: address.default('https://rupload.facebook.com'),
      /** Where people read: links to posts lead there. */
      FACEBOOK_PAGE_SITE_URL: address.default('https://www.facebook.com'),
      /** Of the Graph API. Each is served for about two years. */
      FACEBOOK_PAGE_API_VERSION: z
        .string()
        .regex(/^v\d{1,3}\.\d$/, 'must be a version such as v26.0')
        .default('v26.0'),
    },
    settingsOf: (env) => ({
      baseUrl: env.FACEBOOK_PAGE_API_URL,
      serviceUrls: { video: env.FACEBOOK_PAGE_VIDEO_URL, upload: env.FACEBOOK_PAGE_UPLOAD_URL },
      siteUrl: env.FACEBOOK_PAGE_SITE_URL,
      version: env.FACEBOOK_PAGE_API_VERSION,
    }),
    create: (parts, { serviceUrls, siteUrl, version }) =>
      createFacebookPage({
        ...parts,
        version,
        siteUrl,
        videoUrl: serviceUrls.video,
        uploadUrl: serviceUrls.upload,
      }),
  },
  sandbox: () => import('./sandbox/index.js'),
});
