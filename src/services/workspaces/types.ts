import type { Brand } from '../../domain/brand.js';
import type { PlanName } from '../../domain/plans.js';
import type { Role } from '../../domain/roles.js';

export interface WorkspaceView {
  id: string;
  name: string;
  slug: string;
  plan: string;
  requireApproval: boolean;
  /** As it was set, whether the plan lets pages show it or not. */
  brand: Brand | null;
  /** The caller's role there. */
  role: Role;
  /** The URL of the Temporal Web UI, for operators of the installation. */
  runUrlTemplate: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** How much is used, and the limit; null: no limit. */
export interface Usage {
  used: number;
  max: number | null;
}

export interface WorkspaceUsageView {
  plan: PlanName;
  /** The calendar month (UTC) that posts are counted in, as 2026-11. */
  month: string;
  /** Whether there is a payment page for the paying owner. */
  hasBillingPage: boolean;
  posts: Usage;
  apiPosts: Usage;
  storageBytes: Usage;
  socialAccounts: Usage;
  members: Usage;
  waitingPosts: Usage;
  mediaAssets: Usage;
  openConnectSessions: Usage;
}
