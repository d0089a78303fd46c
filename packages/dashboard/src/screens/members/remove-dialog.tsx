import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../../api/keys.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/members.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useRemoveMember, type Member } from './api.js';

export function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { user } = useSession();
  const { name } = useWorkspace();
  const client = useQueryClient();
  const navigate = useNavigate();
  const removing = useRemoveMember();
  const isMe = member.userId === user.id;
  const remove = async (): Promise<void> => {
    await removing.mutateAsync(member.id);
    if (!isMe) {
      showToast(t('nameWasRemoved', { name: member.name }));
      onClose();
      return;
    }
    showToast(t('youLeftName', { name }));
    await navigate({ to: '/me/profile' });
    await client.invalidateQueries({ queryKey: keys.workspaces });
  };
  return (
    <ConfirmDialog
      open
      title={isMe ? t('leaveName', { name }) : t('removeQuestion', { name: member.name })}
      action={isMe ? t('leave') : t('remove')}
      sending={removing}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        {isMe ? t('youWillLoseAccessTo') : t('emailWillLoseAccessTo', { email: member.email })}{' '}
        {t('draftsAndScheduledPostsStay')}
      </p>
    </ConfirmDialog>
  );
}
