import { isAbove, roles, type Role } from '../../../../../src/domain/roles.js';
import { roleLabels } from '../../lib/role-labels.js';
import { t } from '../../messages/members.js';
import type { Choice } from '../../ui/field.js';

/** Returns the roles that a member can give to others: none above their own. */
export const rolesFor = (own: Role): Choice[] =>
  roles.filter((role) => !isAbove(role, own)).map((value) => ({ value, label: roleLabels[value] }));

export const roleOf = (value: string): Role => roles.find((role) => role === value) ?? 'CLIENT_REVIEWER';

export const roleHints: Record<Role, string> = {
  OWNER: t('canDoEverythingIncludingDeleting'),
  ADMIN: t('managesAccountsMembersKeysAnd'),
  EDITOR: t('writesAndSchedulesPostsAnd'),
  CLIENT_REVIEWER: t('readsEverythingAndApprovesOr'),
};
