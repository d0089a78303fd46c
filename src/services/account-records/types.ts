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
  createdAt: Date;
  updatedAt: Date;
}
