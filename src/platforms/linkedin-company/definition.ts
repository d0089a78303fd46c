import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { linkedInCredentialsSchema } from '../linkedin/api.js';
import { linkedInCompanyChangeRules } from '../linkedin/change-rules.js';
import { linkedInMediaRules } from '../linkedin/media-rules.js';
import { linkedInOptionMedia } from '../linkedin/options.js';
import { linkedInEnvironment, linkedInSettings } from '../linkedin/settings.js';
import { createLinkedInCompany } from './create-linkedin-company.js';
import { linkedInCompanyOptionsSchema } from './options.js';

export const linkedInCompany = definePlatform({
  name: 'LINKEDIN_COMPANY',
  label: 'LinkedIn (company)',
  path: 'linkedin-company',
  websites: ['linkedin.com', 'lnkd.in'],
  dashboard: {
    name: 'LinkedIn page',
    mark: {
      color: '#0a5fb3',
      lines: 'M3.9 8.4v3.9M3.9 5.8h.01M6.5 12.3V8.4M6.5 10.1a1.7 1.7 0 0 1 3.4 0v2.2',
      areas: 'M10.4 2.5h2l1.6 1.6v2.5a.4.4 0 0 1-.4.4h-3.2a.4.4 0 0 1-.4-.4V2.9a.4.4 0 0 1 .4-.4z',
    },
    preview: 'feed',
  },
  mediaRules: linkedInMediaRules,
  options: linkedInCompanyOptionsSchema,
  optionMedia: linkedInOptionMedia,
  cannot: [
    'Publish events, LinkedIn articles, or documents that are not PDFs.',
    'Show a post to some followers only.',
    'Show who wrote a comment: LinkedIn gives apps the ids of members, not their names.',
  ],
  mainNeed:
    'A LinkedIn app with the Community Management API, which LinkedIn reviews, and LinkedIn’s consent to automated posting',
  operatorNeeds: [
    'A LinkedIn app with the Community Management API and no other product. LinkedIn reviews the request and grants it to registered organizations only. Set the app’s id and secret in `LINKEDIN_COMPANY_CLIENT_ID` and `LINKEDIN_COMPANY_CLIENT_SECRET`.',
    'For each page, a person with a posting role. They reconnect the page every 60 days, or every year if LinkedIn gives your app refresh tokens.',
    'LinkedIn’s consent: its API terms forbid automated posting without an agreement.',
  ],
  certification: {
    seenBy: 'everybody',
    deleteByHand: 'Open the post on the company’s page, and choose "Delete post" in its menu.',
    assumptions: {
      'find-text': 'The finder of the page’s posts has a new one, with its text as it was sent.',
      'read-comments': 'LinkedIn lists the page’s own comment, with the author’s URN.',
    },
  },
  changeRules: linkedInCompanyChangeRules,
  connector: {
    environment: {
      ...linkedInEnvironment,
      LINKEDIN_COMPANY_CLIENT_ID: z
        .string()
        .optional()
        .describe('The client id of your LinkedIn app with the Community Management API.'),
      LINKEDIN_COMPANY_CLIENT_SECRET: z.string().optional().describe('The client secret.'),
    },
    settingsOf: (env) =>
      linkedInSettings(
        env,
        'organization',
        env.LINKEDIN_COMPANY_CLIENT_ID,
        env.LINKEDIN_COMPANY_CLIENT_SECRET,
      ),
    credentials: linkedInCredentialsSchema,
    create: createLinkedInCompany,
  },
  sandbox: () => import('./sandbox/index.js'),
});
