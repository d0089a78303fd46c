import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../../api/keys.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
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
      showToast(`${member.name} was removed`);
      onClose();
      return;
    }
    showToast(`You left “${name}”`);
    await navigate({ to: '/me/profile' });
    await client.invalidateQueries({ queryKey: keys.workspaces });
  };
  return (
    <ConfirmDialog
      open
      title={isMe ? `Leave “${name}”?` : `Remove ${member.name}?`}
      action={isMe ? 'Leave' : 'Remove'}
      sending={removing}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        {isMe
          ? 'You will lose access to it, and need a new invitation to come back.'
          : `${member.email} will lose access to the workspace.`}{' '}
        Drafts and scheduled posts stay.
      </p>
    </ConfirmDialog>
  );
}
