import type { SimulatedAccount, SimulatorParts } from '../../../sandbox/simulator.js';

export const badgeColor = '#0a66c2';

export type Role =
  'ADMINISTRATOR' | 'CONTENT_ADMIN' | 'DIRECT_SPONSORED_CONTENT_POSTER' | 'RECRUITING_POSTER' | 'ANALYST';

/** A person who can grant access. LinkedIn gives apps no handle of a member, so the name is the handle. */
export interface Member extends SimulatedAccount {
  /** The member's roles by page. A member can have several roles on one page. Default: none. */
  roles?: readonly { organization: string; role: Role }[];
  /** Whether LinkedIn treats the app as an approved partner for this member. */
  getsRefreshTokens?: true;
}

/** The accounts that a simulator offers. */
export interface SimulatedAccounts {
  platform: 'LINKEDIN_PERSON' | 'LINKEDIN_COMPANY';
  label: string;
  members: readonly Member[];
  organizations: readonly SimulatedAccount[];
}

/** One of the two kinds of LinkedIn accounts, which are simulated separately. */
export interface LinkedInSide extends Omit<SimulatorParts, 'platform'>, SimulatedAccounts {}
