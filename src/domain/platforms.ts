/** The eleven platforms of the contract (spec, "What the service does", 4). */
export const platforms = [
  'INSTAGRAM',
  'FACEBOOK_PAGE',
  'X',
  'LINKEDIN_PERSON',
  'LINKEDIN_COMPANY',
  'TIKTOK_BUSINESS',
  'TIKTOK_PERSONAL',
  'YOUTUBE',
  'PINTEREST',
  'THREADS',
  'BLUESKY',
] as const;

export type PlatformName = (typeof platforms)[number];

/**
 * What a platform lets us know after a reply was lost.
 * - keyed: we choose the record's key, so a repeat cannot double.
 * - queryable: an object with an id exists before the commit, and its state tells whether the commit happened.
 * - blind: one create call without a key; recent posts may show it, their absence proves nothing.
 */
export type PublishGuarantee = 'keyed' | 'queryable' | 'blind';

export const socialAccountStatuses = ['ACTIVE', 'TOKEN_EXPIRED'] as const;
export type SocialAccountStatus = (typeof socialAccountStatuses)[number];
