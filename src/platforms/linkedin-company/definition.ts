import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { linkedInMediaRules } from '../kit/linkedin/media-rules.js';
import { linkedInOptionMedia } from '../kit/linkedin/options.js';
import { linkedInEnvironment, linkedInSettings } from '../kit/linkedin/settings.js';
import { createLinkedInCompany } from './create-linkedin-company.js';
import { linkedInCompanyOptionsSchema } from './options.js';

export const linkedInCompany = definePlatform({
  name: 'LINKEDIN_COMPANY',
  label: 'LinkedIn (company)',
  path: 'linkedin-company',
  mediaRules: linkedInMediaRules,
  options: linkedInCompanyOptionsSchema,
  optionMedia: linkedInOptionMedia,
  cannot: [
    'Publish documents (PDF), events or articles of LinkedIn’s own.',
    'Show a post to some followers only.',
    'Tell who has commented: LinkedIn gives apps no names of members, only ids.',
  ],
  operatorNeeds: [
    'A LinkedIn app with the Community Management API and no other product, which LinkedIn reviews and gives to legal organisations only. Its id and secret are in `LINKEDIN_COMPANY_CLIENT_ID` and `LINKEDIN_COMPANY_CLIENT_SECRET`.',
    'A person with a posting role on each page, who connects it anew every 60 days, or every year where LinkedIn gives the app refresh tokens.',
    'An agreement with LinkedIn: its API terms forbid automated posting without one.',
  ],
  connector: {
    environment: {
      ...linkedInEnvironment,
      LINKEDIN_COMPANY_CLIENT_ID: z
        .string()
        .optional()
        .describe('The registered app with “Community Management”, with which accounts are connected.'),
      LINKEDIN_COMPANY_CLIENT_SECRET: z.string().optional().describe('Its secret.'),
    },
    settingsOf: (env) =>
      linkedInSettings(env, env.LINKEDIN_COMPANY_CLIENT_ID, env.LINKEDIN_COMPANY_CLIENT_SECRET),
    create: createLinkedInCompany,
  },
  sandbox: () => import('./sandbox/index.js'),
});
