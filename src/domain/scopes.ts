/** The scopes that an API key can be limited to. None contains another. */
export const scopes = [
  'posts:read',
  'posts:write',
  'posts:publish',
  'comments:read',
  'comments:write',
  'media:write',
  'accounts:read',
  'metrics:read',
] as const;
export type Scope = (typeof scopes)[number];
