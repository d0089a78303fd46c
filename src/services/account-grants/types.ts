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
  createdAt: Date;
  updatedAt: Date;
}
