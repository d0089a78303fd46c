/** Workspace roles, the highest first. */
export const roles = ['OWNER', 'ADMIN', 'EDITOR', 'CLIENT_REVIEWER'] as const;
export type Role = (typeof roles)[number];

/** Which roles have a permission (docs/contract.md#roles-and-keys). */
export const permissionRoles = {
  read: ['OWNER', 'ADMIN', 'EDITOR', 'CLIENT_REVIEWER'],
  writePosts: ['OWNER', 'ADMIN', 'EDITOR'],
  approvePosts: ['OWNER', 'ADMIN', 'CLIENT_REVIEWER'],
  writeMedia: ['OWNER', 'ADMIN', 'EDITOR'],
  manageAccounts: ['OWNER', 'ADMIN'],
  manageWebhooks: ['OWNER', 'ADMIN'],
  manageWorkspace: ['OWNER', 'ADMIN'],
  manageMembers: ['OWNER', 'ADMIN'],
  manageKeys: ['OWNER', 'ADMIN'],
  readAuditLog: ['OWNER', 'ADMIN'],
  manageBilling: ['OWNER'],
  deleteWorkspace: ['OWNER'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissionRoles;

export function hasPermission(role: Role, permission: Permission): boolean {
  return (permissionRoles[permission] as readonly Role[]).includes(role);
}

/** Whether a role is higher than the other. Members may not grant, change or remove a role above their own. */
export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other);
}
