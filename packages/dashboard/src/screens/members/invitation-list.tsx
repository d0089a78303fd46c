import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { roleLabels } from '../../lib/role-labels.js';
import { t } from '../../messages/members.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { Section } from '../../ui/section.js';
import { Skeleton } from '../../ui/states.js';
import { useInvitations, useRevokeInvitation, type Invitation } from './api.js';
import { isAbove } from '../../../../../src/domain/roles.js';

/** Shows the invitations that have not been accepted yet. */
export function InvitationList({ onAgain }: { onAgain: (invitation: Invitation) => void }) {
  const pages = useInvitations();
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const columns = useColumns(onAgain, setRevoking);
  return (
    <Section title={t('invitations')} className="gap-4">
      {pages.isPending && <Skeleton label={t('loadingInvitations')} rows={1} />}
      {pages.isError && pages.rows.length === 0 && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isSuccess && pages.rows.length === 0 && (
        <p className="text-muted">{t('noPendingInvitations')}</p>
      )}
      {pages.rows.length > 0 && (
        <DataList caption={t('invitations')} columns={columns} rows={pages.rows} keyOf={({ id }) => id} />
      )}
      <LoadMore pages={pages} what={t('moreInvitations')} />
      {revoking !== null && <RevokeDialog invitation={revoking} onClose={() => setRevoking(null)} />}
    </Section>
  );
}

function useColumns(
  onAgain: (invitation: Invitation) => void,
  onRevoke: (invitation: Invitation) => void,
): Column<Invitation>[] {
  const { role: own } = useWorkspace();
  return [
    {
      title: t('email'),
      isName: true,
      cell: ({ email }) => <span className="inline-block wrap-anywhere lg:min-w-52">{email}</span>,
    },
    { title: t('role'), cell: ({ role }) => roleLabels[role] },
    { title: t('invited'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    { title: t('expires'), cell: ({ expiresAt }) => <DateTime at={expiresAt} /> },
    {
      title: t('actions'),
      isAction: true,
      cell: (invitation) => (
        <div className="flex flex-wrap gap-2 md:justify-end">
          {!isAbove(invitation.role, own) && (
            <Button
              aria-label={t('newLinkForEmail', { email: invitation.email })}
              onClick={() => onAgain(invitation)}
            >
              {t('newLink')}
            </Button>
          )}
          <Button
            aria-label={t('revokeTheInvitationForEmail', { email: invitation.email })}
            onClick={() => onRevoke(invitation)}
          >
            {t('revoke')}
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
    showToast(t('theInvitationForEmailWas', { email: invitation.email }));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('revokeTheInvitation')}
      action={t('revoke')}
      sending={revoking}
      onClose={onClose}
      onConfirm={revoke}
    >
      <p className="wrap-anywhere">{t('theLinkForEmailWill', { email: invitation.email })}</p>
    </ConfirmDialog>
  );
}
