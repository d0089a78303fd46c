import type { PriceList } from '../../domain/costs.js';
import type { PlatformName, SocialAccountStatus } from '../../domain/platforms.js';

/** The state of reading comments under an account's posts. */
export interface AccountCommentsView {
  /** Whether the platform has an API for comments. */
  available: boolean;
  /** Whether comments are read. */
  reads: boolean;
  /** Whether the platform charges for each comment that is read. */
  paid: boolean;
  paidReadsThisMonth: number;
}

/** The state of reading the numbers of an account's posts. */
export interface AccountMetricsView {
  /** Whether Punctual reads numbers on the account's platform. */
  available: boolean;
  /** Whether they are read. */
  reads: boolean;
  /** The permission without which nothing can be read, if the account lacks it. */
  missingScope: string | null;
  /** The platform's price for each reading of a post. Null: none. */
  pricePerReading: { currency: PriceList['currency']; amount: string; asOf: string } | null;
}

export interface SocialAccountView {
  id: string;
  workspaceId: string;
  platform: PlatformName;
  externalAccountId: string;
  handle: string;
  displayName: string | null;
  status: SocialAccountStatus;
  sandbox: boolean;
  avatarUrl: string | null;
  scopes: string[] | null;
  missingScopes: string[];
  tokenExpiresAt: Date | null;
  reconnectBy: Date | null;
  lastCheckedAt: Date | null;
  lastError: string | null;
  comments: AccountCommentsView;
  metrics: AccountMetricsView;
  createdAt: Date;
  updatedAt: Date;
}
