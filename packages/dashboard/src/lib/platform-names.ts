import type { components } from '../../../client/src/api-types.js';

export type Platform = components['schemas']['SocialAccount']['platform'];

/** What people call them. */
export const platformNames: Record<Platform, string> = {
  INSTAGRAM: 'Instagram',
  FACEBOOK_PAGE: 'Facebook',
  X: 'X',
  LINKEDIN_PERSON: 'LinkedIn',
  LINKEDIN_COMPANY: 'LinkedIn page',
  TIKTOK_BUSINESS: 'TikTok Business',
  TIKTOK_PERSONAL: 'TikTok',
  YOUTUBE: 'YouTube',
  PINTEREST: 'Pinterest',
  THREADS: 'Threads',
  BLUESKY: 'Bluesky',
};

/** "@acme"; a name with spaces, as of a person or a page, stays as it is. */
export const shownHandle = (handle: string): string => (/^@|\s/.test(handle) ? handle : `@${handle}`);

/** An account in words: "Threads @acme". Without its handle where it has been disconnected. */
export function accountName(platform: Platform, handle: string | null | undefined): string {
  const name = platformNames[platform];
  return handle === null || handle === undefined || handle === '' ? name : `${name} ${shownHandle(handle)}`;
}
