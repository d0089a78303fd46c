import type { platformNames } from './platform-names.js';

/** The platforms of the contract (docs/contract.md#platforms). */
export type PlatformName = (typeof platformNames)[number];

/**
 * How an outcome can be found out after the platform's response was lost.
 * - keyed: we choose the record's key, so a repeat cannot double.
 * - queryable: an object with an id exists before the commit, and its state tells whether the commit happened.
 * - blind: one create call without a key; recent posts may show it, their absence proves nothing.
 */
export type PublishGuarantee = 'keyed' | 'queryable' | 'blind';

export const socialAccountStatuses = ['ACTIVE', 'TOKEN_EXPIRED'] as const;
export type SocialAccountStatus = (typeof socialAccountStatuses)[number];
