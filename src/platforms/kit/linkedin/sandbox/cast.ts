import type { SimulatedAccount, SimulatorParts } from '../../../../sandbox/simulator.js';

export const badgeColor = '#0a66c2';

export type Role = 'ADMINISTRATOR' | 'CONTENT_ADMIN' | 'DIRECT_SPONSORED_CONTENT_POSTER' | 'ANALYST';

/** Somebody who can grant access. LinkedIn tells apps no handle of a member's, so that the name is the handle. */
export interface Member extends SimulatedAccount {
  /** What the member is on which pages; one may be several things on a page. */
  roles: readonly { organization: string; role: Role }[];
  /** Whether LinkedIn treats the app as an approved partner's, with this member. */
  getsRefreshTokens: boolean;
}

/** Whom it simulates. */
export interface Cast {
  platform: 'LINKEDIN_PERSON' | 'LINKEDIN_COMPANY';
  label: string;
  members: readonly Member[];
  organizations: readonly SimulatedAccount[];
}

/** One of the two kinds of accounts, each simulated by itself. */
export interface LinkedInSide extends SimulatorParts, Cast {}
