import { Plug } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAccountsPlace } from '../../api/accounts.js';
import { usePlatforms } from '../../api/platforms.js';
import { useMay } from '../../api/workspace.js';
import { announce } from '../../lib/announce.js';
import { platformNames } from '../../lib/platform-looks.js';
import { accountStateLabels } from '../../lib/labels.js';
import { t } from '../../messages/accounts.js';
import { serverTold } from '../../messages/server-texts.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { BreakableName } from '../../ui/breakable-name.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorNote, ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { ToldText } from '../../ui/told-text.js';
import { AccountActions } from './account-actions.js';
import { useAccounts, type SocialAccount } from './api.js';
import { DisconnectDialog } from './disconnect-dialog.js';
import { missingTexts, useHealth } from './health.js';
import { CommentsSwitch, NumbersSwitch } from './reading-switches.js';

export function AccountList({ onReconnect }: { onReconnect: (account: SocialAccount) => void }) {
  const pages = useAccounts();
  const mayManage = useMay('manageAccounts');
  const [leaving, setLeaving] = useState<SocialAccount | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const columns = useColumns(setFault);
  useSaidChanges(pages.rows);
  if (pages.isPending) return <Skeleton label={t('loadingAccounts')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  const actions: Column<SocialAccount> = {
    title: t('actions'),
    isAction: true,
    cell: (account) => (
      <AccountActions
        account={account}
        onReconnect={onReconnect}
        onDisconnect={setLeaving}
        onFault={setFault}
      />
    ),
  };
  return (
    <section aria-label={t('connectedAccounts')} className="flex flex-col gap-4">
      <ErrorNote error={fault} />
      {pages.rows.length === 0 ? (
        <EmptyState icon={Plug} title={t('noAccountsYet')}>
          {mayManage ? t('connectAnAccountToStart') : t('askAnOwnerOrAdmin')}
        </EmptyState>
      ) : (
        <DataList
          caption={t('connectedAccounts')}
          columns={mayManage ? [...columns, actions] : columns}
          rows={pages.rows}
          keyOf={({ id }) => id}
          dense
        />
      )}
      <LoadMore pages={pages} what={t('moreAccounts')} />
      {leaving !== null && <DisconnectDialog account={leaving} onClose={() => setLeaving(null)} />}
    </section>
  );
}

function useColumns(onFault: (error: unknown) => void): Column<SocialAccount>[] {
  return [
    { title: t('account'), isName: true, cell: (account) => <AccountName account={account} /> },
    { title: t('status'), cell: (account) => <Health account={account} /> },
    { title: t('comments'), cell: (account) => <CommentsSwitch account={account} onFault={onFault} /> },
    { title: t('numbers'), cell: (account) => <NumbersSwitch account={account} onFault={onFault} /> },
  ];
}

function AccountName({ account }: { account: SocialAccount }) {
  const { workspaceId, platform, handle, displayName, avatarUrl, sandbox } = account;
  const isMixed = useAccountsPlace(workspaceId) === 'mixed';
  return (
    <span className="flex items-center gap-3">
      <Avatar name={displayName ?? handle} url={avatarUrl} platform={platform} size="small" />
      <span className="flex min-w-0 flex-col items-start wrap-anywhere md:min-w-28 lg:min-w-44 lg:wrap-break-word">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0">
            <BreakableName name={handle} />
          </span>
          {sandbox && isMixed && <Badge label={t('sandbox')} tone="info" />}
        </span>
        <span className="text-sm font-normal text-muted">
          {platformNames[platform]}
          {displayName !== null && displayName !== handle && ` · ${displayName}`}
        </span>
      </span>
    </span>
  );
}

function Health({ account }: { account: SocialAccount }) {
  const { data } = usePlatforms();
  const scopes = data?.find((one) => one.platform === account.platform)?.connect?.scopes ?? [];
  const { lastCheckedAt, lastError, reconnectBy } = account;
  const missing = missingTexts(account.missingScopes, scopes);
  return (
    <span className="inline-flex flex-col items-start">
      <Badge {...useHealth(account)} />
      <span className="text-sm text-muted">
        {lastCheckedAt === null
          ? t('neverChecked')
          : t.rich('checked', { time: () => <DateTime at={lastCheckedAt} /> })}
        {reconnectBy !== null && ' · '}
        {reconnectBy !== null && t.rich('reconnectBy', { time: () => <DateTime at={reconnectBy} dayOnly /> })}
      </span>
      {lastError !== null && (
        <span className="text-sm text-muted wrap-anywhere">
          {t.rich('platformMessage', { message: () => <ToldText told={serverTold(lastError)} /> })}
        </span>
      )}
      {missing !== null && <span className="text-sm text-muted wrap-anywhere">{missing}</span>}
    </span>
  );
}

/** Announces changes in the states of accounts while the list is open. */
function useSaidChanges(rows: readonly SocialAccount[]): void {
  const known = useRef(new Map<string, SocialAccount['status']>());
  useEffect(() => {
    for (const { id, handle, status } of rows) {
      const before = known.current.get(id);
      if (before !== undefined && before !== status) {
        announce(`${handle}: ${accountStateLabels[status].label}`);
      }
      known.current.set(id, status);
    }
  }, [rows]);
}
