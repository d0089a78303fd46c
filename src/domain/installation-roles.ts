import type { Role } from './roles.js';

/** A user's rights on the installation as a whole, besides their roles in workspaces. */
export const installationRoles = ['OPERATOR', 'CREATOR', 'MEMBER'] as const;
/** OPERATOR: runs the installation. CREATOR: may create workspaces without owning one. MEMBER: neither. */
export type InstallationRole = (typeof installationRoles)[number];

/** The users who may create workspaces. Operators always may. */
export const workspaceCreations = ['owners', 'everybody', 'operators'] as const;
export type WorkspaceCreation = (typeof workspaceCreations)[number];

export interface WorkspaceCreator {
  installationRole: InstallationRole;
  /** The person's roles in all workspaces. */
  roles: readonly Role[];
}

/** `signUpOpen` means that anyone can create a user, so a user without any workspace may create a first one. */
export function mayCreateWorkspace(
  { installationRole, roles }: WorkspaceCreator,
  { creation, signUpOpen }: { creation: WorkspaceCreation; signUpOpen: boolean },
): boolean {
  if (installationRole === 'OPERATOR' || creation === 'everybody') return true;
  if (creation === 'operators') return false;
  return installationRole === 'CREATOR' || roles.includes('OWNER') || (signUpOpen && roles.length === 0);
}
