import type { platformNames } from './platform-names.js';

/** The platforms of the contract (docs/contract.md#platforms). */
export type PlatformName = (typeof platformNames)[number];

/**
 * How Punctual can find out the outcome of a call whose response was lost.
 * - keyed: Punctual chooses the record's key, so a repeated call cannot create a second post.
 * - queryable: an object with an id exists before the commit, and its state shows whether the commit happened.
 * - blind: one call without a key creates the post. Recent posts may show it, but its absence there proves nothing.
 */
export type PublishGuarantee = 'keyed' | 'queryable' | 'blind';

export const socialAccountStatuses = ['ACTIVE', 'TOKEN_EXPIRED'] as const;
export type SocialAccountStatus = (typeof socialAccountStatuses)[number];
