// Generated from src/platforms/ by `npm run openapi`. Do not edit.
import type { components } from '../../../client/src/api-types.js';

export type Platform = components['schemas']['SocialAccount']['platform'];

/** The usual names of the platforms. */
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

/** Two letters for each platform. Screen readers need the name beside them. */
export const platformMarks: Record<Platform, string> = {
  INSTAGRAM: 'IG',
  FACEBOOK_PAGE: 'FB',
  X: 'X',
  LINKEDIN_PERSON: 'LI',
  LINKEDIN_COMPANY: 'LP',
  TIKTOK_BUSINESS: 'TB',
  TIKTOK_PERSONAL: 'TT',
  YOUTUBE: 'YT',
  PINTEREST: 'PI',
  THREADS: 'TH',
  BLUESKY: 'BS',
};

export type PreviewForm = 'feed' | 'image' | 'pin' | 'short' | 'upright-video' | 'wide-video';

/** The form of a post in the preview. */
export const previewForms: Record<Platform, PreviewForm> = {
  INSTAGRAM: 'image',
  FACEBOOK_PAGE: 'feed',
  X: 'short',
  LINKEDIN_PERSON: 'feed',
  LINKEDIN_COMPANY: 'feed',
  TIKTOK_BUSINESS: 'upright-video',
  TIKTOK_PERSONAL: 'upright-video',
  YOUTUBE: 'wide-video',
  PINTEREST: 'pin',
  THREADS: 'short',
  BLUESKY: 'short',
};

export interface CredentialAdvice {
  text: string;
  link: string;
  linkText: string;
}

/** The place where a user finds credentials to enter, on the real platform and in the sandbox. */
export const credentialAdvices: Partial<Record<Platform, Record<'real' | 'sandbox', CredentialAdvice>>> = {
  BLUESKY: {
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
};
