import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { linkedInMediaRules } from '../kit/linkedin/media-rules.js';
import { linkedInOptionMedia } from '../kit/linkedin/options.js';
import { linkedInEnvironment, linkedInSettings } from '../kit/linkedin/settings.js';
import { createLinkedInPerson } from './create-linkedin-person.js';
import { linkedInPersonOptionsSchema } from './options.js';

export const linkedInPerson = definePlatform({
  name: 'LINKEDIN_PERSON',
  label: 'LinkedIn (person)',
  path: 'linkedin-person',
  mediaRules: linkedInMediaRules,
  options: linkedInPersonOptionsSchema,
  optionMedia: linkedInOptionMedia,
  cannot: [
    'Show later what was published: LinkedIn lets nobody list a member’s posts, so a lost answer stays PUBLISH_UNCONFIRMED.',
    'Publish documents (PDF), events or articles of LinkedIn’s own.',
    'Comment without a permission that most apps do not have: the first comment is a try.',
    'Read or answer comments: LinkedIn lets apps read those of company pages alone.',
  ],
  operatorNeeds: [
    'A LinkedIn app with “Share on LinkedIn” and “Sign In with LinkedIn using OpenID Connect”, which are self-serve. Its id and secret are in `LINKEDIN_PERSON_CLIENT_ID` and `LINKEDIN_PERSON_CLIENT_SECRET`.',
    'People who connect their accounts anew every 60 days: LinkedIn gives refresh tokens to approved partners alone.',
    'An agreement with LinkedIn: its API terms forbid automated posting without one.',
  ],
  connector: {
    environment: {
      ...linkedInEnvironment,
      LINKEDIN_PERSON_CLIENT_ID: z
        .string()
        .optional()
        .describe('The registered app with “Share on LinkedIn”, with which accounts are connected.'),
      LINKEDIN_PERSON_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
    },
    settingsOf: (env) =>
      linkedInSettings(env, env.LINKEDIN_PERSON_CLIENT_ID, env.LINKEDIN_PERSON_CLIENT_SECRET),
    create: createLinkedInPerson,
  },
  sandbox: () => import('./sandbox/index.js'),
});
