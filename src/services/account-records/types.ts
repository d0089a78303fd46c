import type { PlatformName, SocialAccountStatus } from '../../domain/platforms.js';

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
  createdAt: Date;
  updatedAt: Date;
}
