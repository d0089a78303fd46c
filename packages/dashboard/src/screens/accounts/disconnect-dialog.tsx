import { useState } from 'react';
import { focusHeading } from '../../lib/focus-heading.js';
import { platformNames } from '../../lib/platform-looks.js';
import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/accounts.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ChoiceBox } from '../../ui/field.js';
import { useDisconnect, type SocialAccount } from './api.js';

export function DisconnectDialog({ account, onClose }: { account: SocialAccount; onClose: () => void }) {
  const disconnecting = useDisconnect();
  const label = platformNames[account.platform];
  const [purge, setPurge] = useState(false);
  const disconnect = async (): Promise<void> => {
    await disconnecting.mutateAsync({ accountId: account.id, purge });
    showToast(t('disconnected', { handle: account.handle, platform: label }));
    onClose();
    // The focus moves to the heading, because the button that opened the dialog was removed with its row.
    focusHeading();
  };
  return (
    <ConfirmDialog
      open
      title={t('disconnectQuestion', { handle: account.handle, platform: label })}
      action={t('disconnect')}
      sending={disconnecting}
      onClose={onClose}
      onConfirm={disconnect}
    >
      <div className="flex flex-col gap-3">
        <p>{t('postsScheduledForThisAccount')}</p>
        <ChoiceBox
          label={t('deleteTheCommentsOnIts')}
          hint={t('otherwiseTheyAreDeletedAfter')}
          checked={purge}
          onChange={(event) => setPurge(event.target.checked)}
        />
      </div>
    </ConfirmDialog>
  );
}
