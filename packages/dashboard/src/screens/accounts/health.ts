import { accountStateLabels, type StateLabel } from '../../lib/labels.js';
import { useHasPassed } from '../../lib/use-now.js';
import { serverText } from '../../messages/server-texts.js';
import { t } from '../../messages/accounts.js';
import type { Candidate, SocialAccount } from './api.js';

const dayMs = 24 * 60 * 60_000;
/** An account whose access ends within this time is shown as "Reconnect soon". */
const reconnectSoonMs = 14 * dayMs;

type Access = Pick<SocialAccount, 'status' | 'reconnectBy'>;

/** Returns the instant from which a working account is shown as "Reconnect soon"; null if there is none. */
export const reconnectSoonFrom = ({ status, reconnectBy }: Access): string | null =>
  status === 'ACTIVE' && reconnectBy !== null
    ? new Date(Date.parse(reconnectBy) - reconnectSoonMs).toISOString()
    : null;

/** Returns the health of an account as a short label. The component is rendered again when the label changes. */
export function useHealth(account: Access): StateLabel {
  const isSoon = useHasPassed(reconnectSoonFrom(account));
  return isSoon ? { label: t('reconnectSoon'), tone: 'warning' } : accountStateLabels[account.status];
}

/**
 * Returns a text about the permissions that were not granted, with their purposes if known. Null if none is missing.
 */
export function missingTexts(
  missingScopes: readonly string[],
  known: readonly { name: string; purpose: string }[],
): string | null {
  if (missingScopes.length === 0) return null;
  const texts = missingScopes.map((name) => {
    const scope = known.find((one) => one.name === name);
    return scope === undefined ? name : t('permissionFor', { name, purpose: serverText(scope.purpose) });
  });
  return t('notGranted', { permissions: texts.join(', ') });
}

export const candidateReasonLabels: Record<NonNullable<Candidate['reason']>, string> = {
  PERMISSION_MISSING: t('aPermissionThatIsNeeded'),
  WRONG_ACCOUNT_TYPE: t('thePlatformDoesNotLet'),
  ROLE_MISSING: t('thePersonWhoGrantedAccess'),
  WRONG_ACCOUNT: t('thisIsNotTheAccount'),
};

/**
 * Returns the ids that are selected initially: all accounts that can be imported, except those that already work. If
 * the user came to reconnect an account, working accounts are included.
 */
export function pickedAtFirst(
  candidates: readonly Candidate[],
  workingIds: ReadonlySet<string>,
  isReconnect: boolean,
): string[] {
  return candidates
    .filter(({ importable, connectedAccountId }) => {
      const works = connectedAccountId !== null && workingIds.has(connectedAccountId);
      return importable && (isReconnect || !works);
    })
    .map(({ id }) => id);
}
