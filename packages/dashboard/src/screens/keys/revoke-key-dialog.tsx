import { showToast } from '../../lib/toasts.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useRevokeApiKey, type ApiKey } from './api.js';

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoking = useRevokeApiKey();
  const revoke = async (): Promise<void> => {
    await revoking.mutateAsync(apiKey.id);
    showToast(`“${apiKey.name}” is revoked`);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke"
      busy={revoking.isPending}
      error={revoking.error}
      onClose={onClose}
      onConfirm={() => {
        // What fails is shown in the dialog.
        revoke().catch(() => undefined);
      }}
    >
      <p>
        Whatever uses the key that begins with <code>{apiKey.hint}</code> is refused from its next request on.
        This cannot be taken back.
      </p>
    </ConfirmDialog>
  );
}
