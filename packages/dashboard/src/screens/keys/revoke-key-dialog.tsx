import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/keys.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useRevokeApiKey, type ApiKey } from './api.js';

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoking = useRevokeApiKey();
  const revoke = async (): Promise<void> => {
    await revoking.mutateAsync(apiKey.id);
    showToast(t('nameWasRevoked', { name: apiKey.name }));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('revokeQuestion', { name: apiKey.name })}
      action={t('revoke')}
      sending={revoking}
      onClose={onClose}
      onConfirm={revoke}
    >
      <p>{t.rich('appsThatUseTheKey', { hint: apiKey.hint, code: (words) => <code>{words}</code> })}</p>
    </ConfirmDialog>
  );
}
