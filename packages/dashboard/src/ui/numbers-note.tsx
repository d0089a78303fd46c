import { Link } from '@tanstack/react-router';
import type { SocialAccount } from '../api/accounts.js';
import { usePlatforms } from '../api/platforms.js';
import { useMay, useWorkspace } from '../api/workspace.js';
import type { Numbers } from '../lib/numbers.js';
import { platformNames, type Platform } from '../lib/platform-looks.js';
import { priceTexts } from '../lib/wording.js';
import { t } from '../messages/numbers.js';
import { serverText } from '../messages/server-texts.js';

interface NoteProps {
  status: Numbers['status'];
  platform: Platform;
  /** Null for an account that was disconnected. */
  account: SocialAccount | null;
  /** Whether the post of these numbers was removed from its platform. */
  isRemoved?: boolean;
}

/**
 * Explains why numbers are missing or old, and how the user can change that. Shows nothing if the numbers are up to
 * date.
 */
export function NumbersNote({ status, platform, account, isRemoved = false }: NoteProps) {
  const permission = usePermissionText(platform, account?.metrics.missingScope ?? null);
  switch (status) {
    case 'OK':
      return null;
    case 'PENDING':
      return <Note>{t('pending')}</Note>;
    case 'UNSUPPORTED':
      return <Note>{t('unsupported', { platform: platformNames[platform] })}</Note>;
    case 'FAILED':
      return <Note>{t('failed')}</Note>;
    case 'PERMISSION_MISSING':
      return (
        <Note action={t('reconnectUnderAccounts')}>
          {permission === null ? t('permissionMissing') : t('permissionMissingNamed', { permission })}
        </Note>
      );
    case 'OFF':
      if (isRemoved) return <Note>{t('removed')}</Note>;
      if (account === null) return <Note>{t('disconnected')}</Note>;
      return <Note action={t('turnOnUnderAccounts')}>{offText(account)}</Note>;
  }
}

function offText({ platform, metrics: { pricePerReading: price } }: SocialAccount): string {
  if (price === null) return t('off');
  return t('offForItsPrice', { platform: platformNames[platform], ...priceTexts(price) });
}

function usePermissionText(platform: Platform, scope: string | null): string | null {
  const { data } = usePlatforms();
  if (scope === null) return null;
  const known = data?.find((one) => one.platform === platform)?.connect?.scopes ?? [];
  const found = known.find(({ name }) => name === scope);
  return found === undefined
    ? scope
    : t('permissionFor', { name: scope, purpose: serverText(found.purpose) });
}

/** `action` is the text of the link to the accounts, for those who may change them. */
function Note({ action, children }: { action?: string; children: string }) {
  const { id } = useWorkspace();
  const mayManage = useMay('manageAccounts');
  return (
    <p className="text-sm font-normal text-muted">
      {children}{' '}
      {action !== undefined &&
        (mayManage ? (
          <Link to={`/w/${id}/accounts`} className="text-accent underline">
            {action}
          </Link>
        ) : (
          t('askAnOwnerOrAdmin')
        ))}
    </p>
  );
}
