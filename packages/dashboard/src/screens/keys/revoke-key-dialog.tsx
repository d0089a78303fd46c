import { showToast } from '../../lib/toasts.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useRevokeApiKey, type ApiKey } from './api.js';

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoking = useRevokeApiKey();
  const revoke = async (): Promise<void> => {
    await revoking.mutateAsync(apiKey.id);
    showToast(`“${apiKey.name}” was revoked`);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke"
      sending={revoking}
      onClose={onClose}
      onConfirm={revoke}
    >
      <p>
        Apps that use the key starting with <code>{apiKey.hint}</code> lose access immediately. This cannot be
        undone.
      </p>
    </ConfirmDialog>
  );
}
