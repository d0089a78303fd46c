import { z } from 'zod';
import { address } from '../kit/environment.js';
import { endOfVersion } from './version-end.js';
import type { LinkedInAuthor } from './api.js';

/** The variables that persons and companies share. */
export const linkedInEnvironment = {
  LINKEDIN_API_URL: address.default('https://api.linkedin.com').describe('The URL of the API.'),
  LINKEDIN_SITE_URL: address
    .default('https://www.linkedin.com')
    .describe(
      'The website: people grant access there, tokens are refreshed there, images are uploaded there, and links to posts lead there.',
    ),
  LINKEDIN_VERSION: z
    .string()
    .regex(/^20\d{2}(0[1-9]|1[0-2])$/, 'must be a month as YYYYMM')
    .default('202609')
    .describe('The version of the API, as YYYYMM. LinkedIn retires each version after about a year.'),
};

type Shared = z.infer<z.ZodObject<typeof linkedInEnvironment>>;

/** The settings for persons or for companies. Each LinkedIn product needs its own app, so their clients differ. */
export function linkedInSettings(
  env: Shared,
  author: LinkedInAuthor,
  clientId: string | undefined,
  clientSecret: string | undefined,
) {
  return {
    baseUrl: env.LINKEDIN_API_URL,
    serviceUrls: { site: env.LINKEDIN_SITE_URL },
    siteUrl: env.LINKEDIN_SITE_URL,
    author,
    apiVersion: env.LINKEDIN_VERSION,
    datedVersion: {
      variable: 'LINKEDIN_VERSION',
      version: env.LINKEDIN_VERSION,
      endsAt: endOfVersion(env.LINKEDIN_VERSION),
      isAnnounced: false,
    },
    clientId: clientId ?? null,
    clientSecret: clientSecret ?? null,
  };
}
export type LinkedInSettings = ReturnType<typeof linkedInSettings>;
