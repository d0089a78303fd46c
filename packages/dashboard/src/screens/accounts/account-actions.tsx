import { platformNames } from '../../lib/platform-looks.js';
import { showToast } from '../../lib/toasts.js';
import { accountStateLabels } from '../../lib/labels.js';
import { Button } from '../../ui/button.js';
import { useCheckAccount, type SocialAccount } from './api.js';

interface AccountActionsProps {
  account: SocialAccount;
  onReconnect: (account: SocialAccount) => void;
  onDisconnect: (account: SocialAccount) => void;
  onFault: (error: unknown) => void;
}

export function AccountActions({ account, onReconnect, onDisconnect, onFault }: AccountActionsProps) {
  const checking = useCheckAccount();
  const { handle, platform, status } = account;
  // Includes the platform, because accounts on different platforms often have the same handle.
  const name = `${handle} on ${platformNames[platform]}`;
  const check = async (): Promise<void> => {
    onFault(null);
    const checked = await checking.mutateAsync(account.id);
    const words = accountStateLabels[checked.status];
    showToast(`${name}: ${words.label}`, words.tone);
  };
  return (
    <div className="flex flex-wrap gap-2 md:justify-end xl:flex-nowrap">
      {status === 'ACTIVE' && (
        <Button aria-label={`Check ${name}`} busy={checking.isPending} onClick={() => check().catch(onFault)}>
          Check
        </Button>
      )}
      <Button
        look={status === 'ACTIVE' ? 'plain' : 'primary'}
        aria-label={`Reconnect ${name}`}
        onClick={() => onReconnect(account)}
      >
        Reconnect
      </Button>
      <Button aria-label={`Disconnect ${name}`} onClick={() => onDisconnect(account)}>
        Disconnect
      </Button>
    </div>
  );
}
