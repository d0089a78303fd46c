import { z } from 'zod';
import { parseJson } from '../kit/call.js';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { createBluesky } from './create-bluesky.js';
import { blueskyCredentialsSchema } from './credentials.js';
import { privateJwkSchema, type PrivateJwk } from './dpop.js';
import { blueskyMediaRules } from './media-rules.js';
import { blueskyOptionsSchema } from './options.js';

/** Parses a client key. The error message must not contain the value, which is a secret. */
function readKey(text: string, ctx: z.RefinementCtx): PrivateJwk {
  const key = privateJwkSchema.safeParse(parseJson(text)).data;
  if (key !== undefined) return key;
  ctx.addIssue({ code: 'custom', message: 'must be a private P-256 key as JSON Web Key' });
  return z.NEVER;
}

export const bluesky = definePlatform({
  name: 'BLUESKY',
  label: 'Bluesky',
  path: 'bluesky',
  websites: ['bsky.app'],
  dashboard: {
    mark: {
      color: '#1072dd',
      lines: '',
      areas:
        'M8 7.2C7.1 5.4 5 3.7 3.5 3.5c-.7 0-.9.5-.8 1.3.1 1.3.4 2.9 1 3.4.5.4 1.1.5 1.8.4-1.5.3-2.4 1.1-1.6 2.4 1.4 2 3.2 1.3 4.1-1.6.9 2.9 2.7 3.6 4.1 1.6.8-1.3-.1-2.1-1.6-2.4.7.1 1.3 0 1.8-.4.6-.5.9-2.1 1-3.4.1-.8-.1-1.3-.8-1.3C11 3.7 8.9 5.4 8 7.2z',
    },
    preview: 'short',
    credentialAdvice: {
      real: {
        text: 'Enter your handle and an app password. Create one in Bluesky under Settings > Privacy and security > App passwords; you can revoke it there at any time.',
        link: 'https://bsky.app/settings/app-passwords',
        linkText: 'Open Bluesky’s app passwords',
      },
      sandbox: {
        text: 'This is the sandbox: enter a handle such as sandbox.bsky.test and the app password sandbox-app-password.',
        link: '/docs/connect/bluesky',
        linkText: 'More test accounts',
      },
    },
  },
  mediaRules: blueskyMediaRules,
  options: blueskyOptionsSchema,
  cannot: [
    'Read replies of accounts that you block, or that block you.',
    'Edit a post that is public: the network keeps showing its first version.',
  ],
  mainNeed: 'Nothing: only an app password of the account',
  testedWith: 'a simulator, and Bluesky’s own server software (PDS) run locally',
  operatorNeeds: ['Nothing. Each account is connected with its own app password.'],
  certification: {
    seenBy: 'everybody',
    deleteByHand: 'Open the post in Bluesky, and choose "Delete post" in its menu.',
    assumptions: {
      'find-text': 'Reading the key back shows for certain whether the record exists.',
      'repeat-text':
        'A second call with the same key writes nothing: the record keeps its content, and there is no second post.',
      'read-comments': 'The account’s own server shows a reply at once, before the network has seen it.',
    },
  },
  changeRules: {
    removePosts: {},
    removeComments: {},
    editPosts: null,
    look: { lagMs: 0, absenceProves: true },
    sources: [
      {
        url: 'https://github.com/bluesky-social/atproto/blob/d6296a1/lexicons/com/atproto/repo/deleteRecord.json',
        readOn: '2026-11-30',
      },
      { url: 'https://github.com/bluesky-social/social-app/issues/673', readOn: '2026-11-30' },
      { url: 'https://github.com/snarfed/bridgy-fed/issues/947', readOn: '2026-11-30' },
    ],
  },
  connector: {
    environment: {
      BLUESKY_URL: address
        .default('https://bsky.social')
        .describe('The server where accounts log in, unless they name their own.'),
      BLUESKY_VIDEO_URL: address
        .default('https://video.bsky.app')
        .describe('The service that videos are uploaded to.'),
      BLUESKY_PLC_URL: address.default('https://plc.directory').describe('The directory of accounts (PLC).'),
      BLUESKY_CLIENT_JWK: z
        .string()
        .transform(readKey)
        .optional()
        .describe(
          'A private P-256 key as a JSON Web Key. With it, connections made on the page of the account’s server (OAuth) last two years instead of two weeks.',
        ),
      PUBLIC_URL: z
        .string()
        .optional()
        .describe(
          'If it is an https URL, people can also connect accounts on the page of the account’s server (OAuth).',
        ),
      BLUESKY_APP_PASSWORD: z
        .string()
        .optional()
        .describe(
          'The app password for the command `accounts connect bluesky`, so that it does not appear on the command line.',
        ),
    },
    settingsOf: (env) => ({
      baseUrl: env.BLUESKY_URL,
      serviceUrls: { video: env.BLUESKY_VIDEO_URL, plc: env.BLUESKY_PLC_URL },
      appPassword: env.BLUESKY_APP_PASSWORD,
      publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
      clientKey: env.BLUESKY_CLIENT_JWK ?? null,
    }),
    credentials: blueskyCredentialsSchema,
    create: createBluesky,
    // The account's owner chooses the server, and its tokens are for that server.
    credentialHosts: 'any',
  },
  sandbox: () => import('./sandbox/index.js'),
});
