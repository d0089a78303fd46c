import type { Role } from '../../../../src/domain/roles.js';
import { t } from '../messages/common.js';

export const roleLabels: Record<Role, string> = {
  OWNER: t('role.OWNER'),
  ADMIN: t('role.ADMIN'),
  EDITOR: t('role.EDITOR'),
  CLIENT_REVIEWER: t('role.CLIENT_REVIEWER'),
};
