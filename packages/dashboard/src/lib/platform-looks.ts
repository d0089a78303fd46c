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

/** A mark of 16 by 16 units: white lines and areas on a square of the color. */
export interface PlatformMark {
  color: string;
  lines: string;
  areas: string;
}

/** The marks of the platforms. Screen readers need the name beside them. */
export const platformMarks: Record<Platform, PlatformMark> = {
  INSTAGRAM: {
    color: '#c2296f',
    lines:
      'M6 3.75h4A2.25 2.25 0 0 1 12.25 6v4A2.25 2.25 0 0 1 10 12.25H6A2.25 2.25 0 0 1 3.75 10V6A2.25 2.25 0 0 1 6 3.75zM8 6.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2z',
    areas: '',
  },
  FACEBOOK_PAGE: {
    color: '#1767d2',
    lines: 'M10.6 3.9h-.7a1.9 1.9 0 0 0-1.9 1.9v6.7M5.9 7.9h4.2',
    areas: '',
  },
  X: {
    color: '#16181c',
    lines: 'M4.75 4.75l6.5 6.5M11.25 4.75l-6.5 6.5',
    areas: '',
  },
  LINKEDIN_PERSON: {
    color: '#0a5fb3',
    lines: 'M4.75 7.25v4.25M4.75 4.6h.01M7.75 11.5V7.25M7.75 9.25a1.9 1.9 0 0 1 3.8 0v2.25',
    areas: '',
  },
  LINKEDIN_COMPANY: {
    color: '#0a5fb3',
    lines: 'M3.9 8.4v3.9M3.9 5.8h.01M6.5 12.3V8.4M6.5 10.1a1.7 1.7 0 0 1 3.4 0v2.2',
    areas: 'M10.4 2.5h2l1.6 1.6v2.5a.4.4 0 0 1-.4.4h-3.2a.4.4 0 0 1-.4-.4V2.9a.4.4 0 0 1 .4-.4z',
  },
  TIKTOK_BUSINESS: {
    color: '#b3224f',
    lines: 'M8.75 3.5v6.75a2.1 2.1 0 1 1-2.1-2.1M8.75 3.75a3 3 0 0 0 2.9 2.6',
    areas: '',
  },
  TIKTOK_PERSONAL: {
    color: '#16181c',
    lines: 'M8.75 3.5v6.75a2.1 2.1 0 1 1-2.1-2.1M8.75 3.75a3 3 0 0 0 2.9 2.6',
    areas: '',
  },
  YOUTUBE: {
    color: '#d0101e',
    lines: '',
    areas: 'M6 4.9a.6.6 0 0 1 .9-.52l5 3.1a.6.6 0 0 1 0 1.04l-5 3.1a.6.6 0 0 1-.9-.52z',
  },
  PINTEREST: {
    color: '#c4122f',
    lines: 'M6.5 12.25v-8h2.25a2.4 2.4 0 0 1 0 4.8H6.5',
    areas: '',
  },
  THREADS: {
    color: '#16181c',
    lines:
      'M10.1 8a2.1 2.1 0 1 1-4.2 0 2.1 2.1 0 0 1 4.2 0zM10.1 6v2.6a1.2 1.2 0 0 0 2.4 0V8a4.5 4.5 0 1 0-2 3.74',
    areas: '',
  },
  BLUESKY: {
    color: '#1072dd',
    lines: '',
    areas:
      'M8 7.2C7.1 5.4 5 3.7 3.5 3.5c-.7 0-.9.5-.8 1.3.1 1.3.4 2.9 1 3.4.5.4 1.1.5 1.8.4-1.5.3-2.4 1.1-1.6 2.4 1.4 2 3.2 1.3 4.1-1.6.9 2.9 2.7 3.6 4.1 1.6.8-1.3-.1-2.1-1.6-2.4.7.1 1.3 0 1.8-.4.6-.5.9-2.1 1-3.4.1-.8-.1-1.3-.8-1.3C11 3.7 8.9 5.4 8 7.2z',
  },
};

export type PreviewForm = 'feed' | 'image' | 'pin' | 'short' | 'video';

/** The form of a post in the preview. */
export const previewForms: Record<Platform, PreviewForm> = {
  INSTAGRAM: 'image',
  FACEBOOK_PAGE: 'feed',
  X: 'short',
  LINKEDIN_PERSON: 'feed',
  LINKEDIN_COMPANY: 'feed',
  TIKTOK_BUSINESS: 'video',
  TIKTOK_PERSONAL: 'video',
  YOUTUBE: 'video',
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
