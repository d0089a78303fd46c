import { t } from '../messages/workspace.js';

/** The names of the plans. The service may know others. */
export const planLabels: Readonly<Record<string, string>> = {
  SELF_HOSTED: t('selfHosted'),
  FREE: t('free'),
  DEVELOPER: t('developer'),
  STARTER: t('starter'),
  TEAM: t('team'),
  AGENCY: t('agency'),
};
