import { useState } from 'react';
import type { usePages } from '../api/pages.js';
import { useWorkspaces } from '../api/session.js';
import { showToast } from '../lib/toasts.js';
import { t } from '../messages/apps.js';
import { Button } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { DataList, type Column } from './data-list.js';
import { DateTime } from './date-time.js';
import { ErrorState } from './error-state.js';
import { LoadMore } from './load-more.js';
import { Section } from './section.js';
import { Skeleton } from './states.js';
import { rightsOf } from '../lib/scopes.js';
import { useAppsOfWorkspace, useOwnApps, useRevokeApp, useRevokeOwnApp, type App } from '../api/apps.js';

/** The apps that have access as the user. */
export function OwnApps() {
  return <Apps pages={useOwnApps()} revoking={useRevokeOwnApp()} of="person" />;
}

/** The apps that have access as a member of the workspace. */
export function AppsOfWorkspace() {
  return <Apps pages={useAppsOfWorkspace()} revoking={useRevokeApp()} of="workspace" />;
}

interface AppsProps {
  pages: ReturnType<typeof usePages<App>>;
  revoking: { isPending: boolean; error: unknown; mutateAsync: (appId: string) => Promise<unknown> };
  of: 'person' | 'workspace';
}

function Apps({ pages, revoking, of }: AppsProps) {
  const [asked, setAsked] = useState<App | null>(null);
  const columns = useColumns(of, setAsked);
  return (
    <Section title={t('apps')}>
      <p className="max-w-prose text-muted">{of === 'person' ? t('appsOfOthers') : t('appsOfMembers')}</p>
      {pages.isPending && <Skeleton label={t('loadingApps')} />}
      {pages.isError && pages.rows.length === 0 && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isSuccess && pages.rows.length === 0 && <p>{t('noApps')}</p>}
      {pages.rows.length > 0 && (
        <DataList caption={t('apps')} columns={columns} rows={pages.rows} keyOf={({ id }) => id} />
      )}
      <LoadMore pages={pages} what={t('moreApps')} />
      {asked !== null && (
        <RevokeDialog app={asked} revoking={revoking} of={of} onClose={() => setAsked(null)} />
      )}
    </Section>
  );
}

function useColumns(of: AppsProps['of'], onRevoke: (app: App) => void): Column<App>[] {
  const workspaces = useWorkspaces();
  const nameOf = (id: string): string => workspaces.find((one) => one.id === id)?.name ?? id;
  return [
    {
      title: t('name'),
      isName: true,
      cell: ({ name, place, isVerified }) => (
        <>
          <bdi>{name}</bdi>
          <p className="text-sm font-normal text-muted">
            {isVerified ? t('fromPlace', { place }) : t('notProven', { place })}
          </p>
        </>
      ),
    },
    {
      title: t('access'),
      cell: ({ workspaceIds, scopes, endsAt }) => (
        <>
          <p>{workspaceIds.map(nameOf).join(', ')}</p>
          <p className="text-sm text-muted">{rightsOf({ scopes })}</p>
          {endsAt !== null && (
            <p className="text-sm text-muted">
              {t.rich('untilDate', { time: () => <DateTime at={endsAt} dayOnly /> })}
            </p>
          )}
        </>
      ),
    },
    ...(of === 'workspace' ? [{ title: t('allowedBy'), cell: (app: App) => app.allowedByName }] : []),
    {
      title: t('lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('never') : <DateTime at={lastUsedAt} />),
    },
    {
      title: t('actions'),
      isAction: true,
      cell: (app) => (
        <Button aria-label={t('revokeName', { name: app.name })} onClick={() => onRevoke(app)}>
          {t('revoke')}
        </Button>
      ),
    },
  ];
}

function RevokeDialog({
  app,
  revoking,
  of,
  onClose,
}: Pick<AppsProps, 'revoking' | 'of'> & { app: App; onClose: () => void }) {
  const revoke = async (): Promise<void> => {
    await revoking.mutateAsync(app.id);
    showToast(t('wasRevoked', { name: app.name }));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('revokeQuestion', { name: app.name })}
      action={t('revoke')}
      sending={revoking}
      onClose={onClose}
      onConfirm={revoke}
    >
      <p>{of === 'person' ? t('losesAccess') : t('losesWorkspace')}</p>
    </ConfirmDialog>
  );
}
