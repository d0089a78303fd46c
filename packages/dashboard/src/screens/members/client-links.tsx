import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { useHasPassed } from '../../lib/use-has-passed.js';
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
          Client links
        </h2>
        <Button onClick={() => setIsCreating(true)}>New client link</Button>
      </div>
      <Purpose />
      {pages.isPending && <Skeleton label="Loading client links" rows={1} />}
      {pages.isError && pages.rows.length === 0 && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.rows.length > 0 && (
        <DataList
          caption="Client links"
          columns={columnsOf(setRevoking)}
          rows={pages.rows}
          keyOf={({ id }) => id}
        />
      )}
      <LoadMore pages={pages} what="client links" />
      {isCreating && <ClientLinkDialog onClose={() => setIsCreating(false)} />}
      {revoking !== null && <RevokeLinkDialog link={revoking} onClose={() => setRevoking(null)} />}
    </section>
  );
}

function Purpose() {
  const { id, requireApproval } = useWorkspace();
  return (
    <p className="text-muted">
      With a link, a client approves posts and comments on them without an account.{' '}
      {!requireApproval && (
        <>
          Posts wait for an approval only if the{' '}
          <Link to={`/w/${id}/workspace`} className="underline">
            workspace requires it
          </Link>
          .
        </>
      )}
    </p>
  );
}

const columnsOf = (onRevoke: (link: ClientLink) => void): Column<ClientLink>[] => [
  { title: 'For', isName: true, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { title: 'State', cell: (link) => <State link={link} /> },
  { title: 'Expires', cell: ({ expiresAt }) => <DateTime at={expiresAt} /> },
  {
    title: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <DateTime at={lastUsedAt} />),
  },
  { title: 'Actions', isAction: true, cell: (link) => <RevokeButton link={link} onRevoke={onRevoke} /> },
];

function useIsEnded({ revokedAt, expiresAt }: ClientLink): boolean {
  const hasExpired = useHasPassed(expiresAt);
  return hasExpired || revokedAt !== null;
}

function State({ link }: { link: ClientLink }) {
  const isEnded = useIsEnded(link);
  if (!isEnded) return <Badge label="Works" tone="good" />;
  return <Badge label={link.revokedAt === null ? 'Expired' : 'Revoked'} tone="neutral" />;
}

function RevokeButton({ link, onRevoke }: { link: ClientLink; onRevoke: (link: ClientLink) => void }) {
  if (useIsEnded(link)) return null;
  return (
    <Button aria-label={`Revoke the link for ${link.name}`} onClick={() => onRevoke(link)}>
      Revoke
    </Button>
  );
}

function RevokeLinkDialog({ link, onClose }: { link: ClientLink; onClose: () => void }) {
  const revoking = useRevokeClientLink();
  const revoke = async (): Promise<void> => {
    await revoking.mutateAsync(link.id);
    showToast(`The link for ${link.name} was revoked`);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Revoke the link?"
      action="Revoke"
      sending={revoking}
      onClose={onClose}
      onConfirm={revoke}
    >
      <p className="wrap-anywhere">
        The link for {link.name} stops working at once. What was decided and written with it stays.
      </p>
    </ConfirmDialog>
  );
}
