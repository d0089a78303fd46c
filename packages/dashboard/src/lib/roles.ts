import type { components } from '../../../client/src/api-types.js';

export type Role = components['schemas']['Workspace']['role'];

/** The roles that have each permission. Here they only decide what is shown; the service checks each request. */
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

export function may(role: Role, permission: Permission): boolean {
  return (permissionRoles[permission] as readonly Role[]).includes(role);
}
