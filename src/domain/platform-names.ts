// Generated from src/platforms/index.ts by `npm run openapi`. Do not edit.

export const platformNames = [
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
