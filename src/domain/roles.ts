/** Workspace roles (spec, Authentication 7). */
export const roles = ['OWNER', 'ADMIN', 'EDITOR', 'CLIENT_REVIEWER'] as const;
export type Role = (typeof roles)[number];

/** Which roles hold a permission (decisions table, "roles elsewhere"). */
export const permissionRoles = {
  read: ['OWNER', 'ADMIN', 'EDITOR', 'CLIENT_REVIEWER'],
  writePosts: ['OWNER', 'ADMIN', 'EDITOR'],
  manageAccounts: ['OWNER', 'ADMIN'],
  manageWebhooks: ['OWNER', 'ADMIN'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissionRoles;

export function hasPermission(role: Role, permission: Permission): boolean {
  return (permissionRoles[permission] as readonly Role[]).includes(role);
}
