import type { Role } from '../../lib/roles.js';
import { roleWords } from '../../lib/words.js';
import type { Choice } from '../../ui/field.js';

/** The highest first. */
const roles: readonly Role[] = ['OWNER', 'ADMIN', 'EDITOR', 'CLIENT_REVIEWER'];

export const isAbove = (role: Role, other: Role): boolean => roles.indexOf(role) < roles.indexOf(other);

/** Nobody gives a role above their own. */
export const rolesFor = (own: Role): Choice[] =>
  roles.filter((role) => !isAbove(role, own)).map((value) => ({ value, label: roleWords[value] }));

export const roleOf = (value: string): Role => roles.find((role) => role === value) ?? 'CLIENT_REVIEWER';

export const roleHints: Record<Role, string> = {
  OWNER: 'May do everything, and delete the workspace.',
  ADMIN: 'Manages accounts, members, keys and webhooks, writes and approves.',
  EDITOR: 'Writes and schedules posts, and answers comments.',
  CLIENT_REVIEWER: 'Reads, comments and approves.',
};
