import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { useHasPassed } from '../../lib/use-now.js';
import { t } from '../../messages/members.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { Skeleton } from '../../ui/states.js';
import { useClientLinks, useRevokeClientLink, type ClientLink } from './api.js';
import { ClientLinkDialog } from './client-link-dialog.js';

/** The links with which clients approve posts without an account. */
export function ClientLinks() {
  const pages = useClientLinks();
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<ClientLink | null>(null);
  return (
    <section aria-labelledby="client-links-title" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="client-links-title" className="text-xl font-semibold">
          {t('clientLinks')}
        </h2>
        <Button onClick={() => setIsCreating(true)}>{t('newClientLink')}</Button>
      </div>
      <Purpose />
      {pages.isPending && <Skeleton label={t('loadingClientLinks')} rows={1} />}
      {pages.isError && pages.rows.length === 0 && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.rows.length > 0 && (
        <DataList
          caption={t('clientLinks')}
          columns={columnsOf(setRevoking)}
          rows={pages.rows}
          keyOf={({ id }) => id}
        />
      )}
      <LoadMore pages={pages} what={t('moreClientLinks')} />
      {isCreating && <ClientLinkDialog onClose={() => setIsCreating(false)} />}
      {revoking !== null && <RevokeLinkDialog link={revoking} onClose={() => setRevoking(null)} />}
    </section>
  );
}

function Purpose() {
  const { id, requireApproval } = useWorkspace();
  return (
    <p className="text-muted">
      {t('withALinkAClient')}{' '}
      {!requireApproval && (
        <>
          {t.rich('postsWaitForAnApproval', {
            link: (words) => (
              <Link to={`/w/${id}/workspace`} className="underline">
                {words}
              </Link>
            ),
          })}
        </>
      )}
    </p>
  );
}

const columnsOf = (onRevoke: (link: ClientLink) => void): Column<ClientLink>[] => [
  { title: t('for'), isName: true, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { title: t('state'), cell: (link) => <State link={link} /> },
  { title: t('expires'), cell: ({ expiresAt }) => <DateTime at={expiresAt} /> },
  {
    title: t('lastUsed'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('never') : <DateTime at={lastUsedAt} />),
  },
  { title: t('actions'), isAction: true, cell: (link) => <RevokeButton link={link} onRevoke={onRevoke} /> },
];

function useIsEnded({ revokedAt, expiresAt }: ClientLink): boolean {
  const hasExpired = useHasPassed(expiresAt);
  return hasExpired || revokedAt !== null;
}

function State({ link }: { link: ClientLink }) {
  const isEnded = useIsEnded(link);
  if (!isEnded) return <Badge label={t('works')} tone="good" />;
  return <Badge label={link.revokedAt === null ? t('expired') : t('revoked')} tone="neutral" />;
}

function RevokeButton({ link, onRevoke }: { link: ClientLink; onRevoke: (link: ClientLink) => void }) {
  if (useIsEnded(link)) return null;
  return (
    <Button aria-label={t('revokeTheLinkForName', { name: link.name })} onClick={() => onRevoke(link)}>
      {t('revoke')}
    </Button>
  );
}

function RevokeLinkDialog({ link, onClose }: { link: ClientLink; onClose: () => void }) {
  const revoking = useRevokeClientLink();
  const revoke = async (): Promise<void> => {
    await revoking.mutateAsync(link.id);
    showToast(t('theLinkForNameWas', { name: link.name }));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('revokeTheLink')}
      action={t('revoke')}
      sending={revoking}
      onClose={onClose}
      onConfirm={revoke}
    >
      <p className="wrap-anywhere">{t('theLinkForNameStops', { name: link.name })}</p>
    </ConfirmDialog>
  );
}
