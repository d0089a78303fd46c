import { hasFeature, type PlanName } from '../../../domain/plans.js';
import type { Role } from '../../../domain/roles.js';
import type { Reach, WorkspaceSettings } from '../context.js';

/** A membership of the credential's user, as read by the query that authenticates the request. */
export interface MembershipRow {
  workspaceId: string | null;
  role: Role | null;
  plan: PlanName | null;
  requireApproval: boolean | null;
  /** Whether the credential includes the workspace; a scoped key may leave it out. */
  inReach: boolean;
}

/** The workspaces that a credential can access. Workspaces whose plan has no API are closed to keys only. */
export function reachOf(userId: string, rows: readonly MembershipRow[], via: 'apiKey' | 'session'): Reach {
  const roleByWorkspace = new Map<string, Role>();
  const settingsByWorkspace = new Map<string, WorkspaceSettings>();
  const ownerWorkspaceIds = new Set<string>();
  const closedToApi = new Set<string>();
  for (const { workspaceId, role, plan, requireApproval, inReach } of rows) {
    if (workspaceId === null || role === null || plan === null) continue;
    ownerWorkspaceIds.add(workspaceId);
    if (!inReach) continue;
    settingsByWorkspace.set(workspaceId, { plan, requireApproval: requireApproval === true });
    if (via === 'apiKey' && !hasFeature(plan, 'API')) closedToApi.add(workspaceId);
    else roleByWorkspace.set(workspaceId, role);
  }
  return { userId, roleByWorkspace, settingsByWorkspace, ownerWorkspaceIds, closedToApi };
}
