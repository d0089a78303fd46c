import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { keys } from '../../api/keys.js';
import { useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/workspace.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';
import { useDeleteWorkspace } from './api.js';

/** Deletes the workspace after the user has typed its name, because a deleted workspace cannot be restored. */
export function DeleteWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { name } = useWorkspace();
  const client = useQueryClient();
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const deleting = useDeleteWorkspace();
  const isMeant = typed.trim() === name.trim();
  const remove = async (): Promise<void> => {
    if (!isMeant) return;
    await deleting.mutateAsync();
    showToast(t('nameWasDeleted', { name }));
    // Leaves the workspace before its cached data is removed, so that no screen reads it again.
    await router.navigate({ to: '/me/profile' });
    await client.invalidateQueries({ queryKey: keys.workspaces });
  };
  return (
    <Dialog open onClose={onClose} title={t('deleteName', { name })} description={t('thisCannotBeUndone')}>
      <DialogForm
        action={common('delete')}
        look="danger"
        sending={deleting}
        disabled={!isMeant}
        onSubmit={remove}
        onCancel={onClose}
      >
        <TextField
          label={t('typeNameToConfirm', { name })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
