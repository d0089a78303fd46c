import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { linkedInCredentialsSchema } from '../linkedin/api.js';
import { linkedInPersonChangeRules } from '../linkedin/change-rules.js';
import { linkedInMediaRules } from '../linkedin/media-rules.js';
import { linkedInOptionMedia } from '../linkedin/options.js';
import { linkedInEnvironment, linkedInSettings } from '../linkedin/settings.js';
import { createLinkedInPerson } from './create-linkedin-person.js';
import { linkedInPersonOptionsSchema } from './options.js';

export const linkedInPerson = definePlatform({
  name: 'LINKEDIN_PERSON',
  label: 'LinkedIn (person)',
  path: 'linkedin-person',
  websites: ['linkedin.com', 'lnkd.in'],
  dashboard: {
    name: 'LinkedIn',
    mark: {
      color: '#0a5fb3',
      lines: 'M4.75 7.25v4.25M4.75 4.6h.01M7.75 11.5V7.25M7.75 9.25a1.9 1.9 0 0 1 3.8 0v2.25',
      areas: '',
    },
    preview: 'feed',
  },
  mediaRules: linkedInMediaRules,
  options: linkedInPersonOptionsSchema,
  optionMedia: linkedInOptionMedia,
  cannot: [
    'Look up what was published: LinkedIn does not let apps list a member’s posts. If the response to a publish call is lost, the target ends as PUBLISH_UNCONFIRMED.',
    'Publish events, LinkedIn articles, or documents that are not PDFs.',
    'Comment without a permission that most apps do not have. A first comment is attempted, and usually fails.',
    'Read or answer comments: LinkedIn lets apps read comments on company pages only.',
  ],
  mainNeed: 'A LinkedIn app (self-serve), and LinkedIn’s consent to automated posting',
  operatorNeeds: [
    'A LinkedIn app with the self-serve products “Share on LinkedIn” and “Sign In with LinkedIn using OpenID Connect”. Set its id and secret in `LINKEDIN_PERSON_CLIENT_ID` and `LINKEDIN_PERSON_CLIENT_SECRET`.',
    'People who reconnect their accounts every 60 days: LinkedIn gives refresh tokens to approved partners only.',
    'LinkedIn’s consent: its API terms forbid automated posting without an agreement.',
  ],
  certification: {
    seenBy: 'the account’s connections',
    options: () => ({ visibility: 'CONNECTIONS' }),
    findsNothing: true,
    deleteByHand: 'Open the post on LinkedIn, and choose "Delete post" in its menu.',
    assumptions: {
      text: 'The id of a new post is in the header x-restli-id.',
      'find-text': 'Apps cannot read a member’s posts, so a look-up finds nothing.',
      'find-media': 'Apps cannot read a member’s posts, so a look-up finds nothing.',
      'first-comment': 'The app may comment as a person. Most apps may not.',
      'find-first-comment': 'Apps cannot read the comments on a member’s posts, so a look-up finds nothing.',
    },
  },
  changeRules: linkedInPersonChangeRules,
  connector: {
    environment: {
      ...linkedInEnvironment,
      LINKEDIN_PERSON_CLIENT_ID: z
        .string()
        .optional()
        .describe('The client id of your LinkedIn app with “Share on LinkedIn”.'),
      LINKEDIN_PERSON_CLIENT_SECRET: z.string().optional().describe('The client secret.'),
    },
    settingsOf: (env) =>
      linkedInSettings(env, 'person', env.LINKEDIN_PERSON_CLIENT_ID, env.LINKEDIN_PERSON_CLIENT_SECRET),
    credentials: linkedInCredentialsSchema,
    create: createLinkedInPerson,
  },
  sandbox: () => import('./sandbox/index.js'),
});
