import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { roleLabels } from '../../lib/labels.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { Skeleton } from '../../ui/states.js';
import { useInvitations, useRevokeInvitation, type Invitation } from './api.js';
import { isAbove } from '../../../../../src/domain/roles.js';

/** Shows the invitations that have not been accepted yet. */
export function InvitationList({ onAgain }: { onAgain: (invitation: Invitation) => void }) {
  const pages = useInvitations();
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const columns = useColumns(onAgain, setRevoking);
  return (
    <section aria-labelledby="invitations-title" className="flex flex-col gap-4">
      <h2 id="invitations-title" className="text-xl font-semibold">
        Invitations
      </h2>
      {pages.isPending && <Skeleton label="Loading invitations" rows={1} />}
      {pages.isError && pages.rows.length === 0 && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isSuccess && pages.rows.length === 0 && <p className="text-muted">No pending invitations.</p>}
      {pages.rows.length > 0 && (
        <DataList caption="Invitations" columns={columns} rows={pages.rows} keyOf={({ id }) => id} />
      )}
      <LoadMore pages={pages} what="invitations" />
      {revoking !== null && <RevokeDialog invitation={revoking} onClose={() => setRevoking(null)} />}
    </section>
  );
}

function useColumns(
  onAgain: (invitation: Invitation) => void,
  onRevoke: (invitation: Invitation) => void,
): Column<Invitation>[] {
  const { role: own } = useWorkspace();
  return [
    {
      title: 'Email',
      isName: true,
      cell: ({ email }) => <span className="inline-block wrap-anywhere lg:min-w-52">{email}</span>,
    },
    { title: 'Role', cell: ({ role }) => roleLabels[role] },
    { title: 'Invited', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    { title: 'Expires', cell: ({ expiresAt }) => <DateTime at={expiresAt} /> },
    {
      title: 'Actions',
      isAction: true,
      cell: (invitation) => (
        <div className="flex flex-wrap gap-2 md:justify-end">
          {!isAbove(invitation.role, own) && (
            <Button aria-label={`New link for ${invitation.email}`} onClick={() => onAgain(invitation)}>
              New link
            </Button>
          )}
          <Button
            aria-label={`Revoke the invitation for ${invitation.email}`}
            onClick={() => onRevoke(invitation)}
          >
            Revoke
          </Button>
        </div>
      ),
    },
  ];
}

function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const revoking = useRevokeInvitation();
  const revoke = async (): Promise<void> => {
    await revoking.mutateAsync(invitation.id);
    showToast(`The invitation for ${invitation.email} was revoked`);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Revoke the invitation?"
      action="Revoke"
      sending={revoking}
      onClose={onClose}
      onConfirm={revoke}
    >
      <p className="wrap-anywhere">The link for {invitation.email} will stop working.</p>
    </ConfirmDialog>
  );
}
