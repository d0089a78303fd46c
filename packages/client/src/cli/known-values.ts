import { Option } from 'commander';
import type { components } from '../api-types.js';

type Schemas = components['schemas'];

/** The keys of a record, which does not compile unless it has each value of the API. */
const valuesOf = <T extends string>(all: Record<T, true>): readonly string[] => Object.keys(all);

export const postStatuses = valuesOf<Schemas['Post']['status']>({
  DRAFT: true,
  NEEDS_APPROVAL: true,
  SCHEDULED: true,
  PUBLISHING: true,
  PARTIALLY_PUBLISHED: true,
  PUBLISHED: true,
  FAILED: true,
  CANCELED: true,
});

export const accountStatuses = valuesOf<Schemas['SocialAccount']['status']>({
  ACTIVE: true,
  TOKEN_EXPIRED: true,
});

export const platforms = valuesOf<Schemas['SocialAccount']['platform']>({
  INSTAGRAM: true,
  FACEBOOK_PAGE: true,
  X: true,
  LINKEDIN_PERSON: true,
  LINKEDIN_COMPANY: true,
  TIKTOK_BUSINESS: true,
  TIKTOK_PERSONAL: true,
  YOUTUBE: true,
  PINTEREST: true,
  THREADS: true,
  BLUESKY: true,
});

/**
 * An option for one or several values, separated by commas. The server checks them, so that an older command can name
 * newer ones. The help and the completion show them.
 */
export function listOf(flags: string, summary: string, values: readonly string[]): Option {
  const option = new Option(flags, summary);
  option.argChoices = [...values];
  return option;
}
