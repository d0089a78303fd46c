import { showToast } from '../../lib/toasts.js';
import { accountStateWords } from '../../lib/words.js';
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
  const { handle, status } = account;
  const check = async (): Promise<void> => {
    onFault(null);
    const checked = await checking.mutateAsync(account.id);
    const words = accountStateWords[checked.status];
    showToast(`${handle}: ${words.label}`, words.tone);
  };
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      {status === 'ACTIVE' && (
        <Button
          aria-label={`Check ${handle}`}
          busy={checking.isPending}
          onClick={() => {
            check().catch(onFault);
          }}
        >
          Check
        </Button>
      )}
      <Button
        look={status === 'ACTIVE' ? 'plain' : 'primary'}
        aria-label={`Reconnect ${handle}`}
        onClick={() => {
          onReconnect(account);
        }}
      >
        Reconnect
      </Button>
      <Button
        aria-label={`Disconnect ${handle}`}
        onClick={() => {
          onDisconnect(account);
        }}
      >
        Disconnect
      </Button>
    </div>
  );
}
