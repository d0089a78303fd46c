import { t } from '../messages/common.js';

/** Titles by error code, shown above the service's message. Other codes get "Something went wrong". */
export const errorTitles: Readonly<Record<string, string>> = {
  VALIDATION_FAILED: t('errorTitle.VALIDATION_FAILED'),
  INSUFFICIENT_ROLE: t('errorTitle.INSUFFICIENT_ROLE'),
  FORBIDDEN_WORKSPACE: t('errorTitle.FORBIDDEN_WORKSPACE'),
  FEATURE_NOT_AVAILABLE: t('errorTitle.FEATURE_NOT_AVAILABLE'),
  X_PAYMENT_METHOD_REQUIRED: t('errorTitle.X_PAYMENT_METHOD_REQUIRED'),
  DEVELOPER_PAYMENT_METHOD_REQUIRED: t('errorTitle.DEVELOPER_PAYMENT_METHOD_REQUIRED'),
  NOT_FOUND: t('errorTitle.NOT_FOUND'),
  CONFLICT: t('errorTitle.CONFLICT'),
  INVALID_STATE: t('errorTitle.INVALID_STATE'),
  INVALID_CREDENTIALS: t('errorTitle.INVALID_CREDENTIALS'),
  RATE_LIMITED: t('errorTitle.RATE_LIMITED'),
  PLATFORM_RULE_VIOLATION: t('errorTitle.PLATFORM_RULE_VIOLATION'),
  CREDENTIALS_REFUSED: t('errorTitle.CREDENTIALS_REFUSED'),
  PLATFORM_ALREADY_CONNECTED: t('errorTitle.PLATFORM_ALREADY_CONNECTED'),
  PLATFORM_NOT_CONFIGURED: t('errorTitle.PLATFORM_NOT_CONFIGURED'),
  MEDIA_IN_USE: t('errorTitle.MEDIA_IN_USE'),
  STORAGE_FULL: t('errorTitle.STORAGE_FULL'),
  PLATFORM_AUTH_FAILED: t('errorTitle.PLATFORM_AUTH_FAILED'),
  URL_REJECTED: t('errorTitle.URL_REJECTED'),
  RETRY_COOLDOWN: t('errorTitle.RETRY_COOLDOWN'),
  RETRY: t('errorTitle.RETRY'),
};
