import type { Brand } from '../../domain/brand.js';
import type { PlanName } from '../../domain/plans.js';
import type { Role } from '../../domain/roles.js';

export interface WorkspaceView {
  id: string;
  name: string;
  slug: string;
  plan: string;
  requireApproval: boolean;
  /** The brand as it was set, even if the plan does not let pages show it. */
  brand: Brand | null;
  /** The caller's role in the workspace. */
  role: Role;
  /** The URL of the Temporal Web UI, for operators of the installation. */
  runUrlTemplate: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The used amount and the limit; `max` is null if there is no limit. */
export interface Usage {
  used: number;
  max: number | null;
}

export interface WorkspaceUsageView {
  plan: PlanName;
  /** The calendar month (UTC) in which posts are counted, such as 2026-11. */
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
