import { accountStateLabels } from '../../lib/labels.js';
import { platformNames } from '../../lib/platform-looks.js';
import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/accounts.js';
import { Button } from '../../ui/button.js';
import { Menu } from '../../ui/menu.js';
import { useCheckAccount, type SocialAccount } from './api.js';
import { useHealth } from './health.js';

interface AccountActionsProps {
  account: SocialAccount;
  onReconnect: (account: SocialAccount) => void;
  onDisconnect: (account: SocialAccount) => void;
  onFault: (error: unknown) => void;
}

/** The actions of an account in a menu. Reconnecting has its own button while it is needed. */
export function AccountActions({ account, onReconnect, onDisconnect, onFault }: AccountActionsProps) {
  const checking = useCheckAccount();
  const { handle, platform, status } = account;
  // Includes the platform, because accounts on different platforms often have the same handle.
  const name = t('accountOn', { handle, platform: platformNames[platform] });
  const needsReconnect = useHealth(account) !== accountStateLabels.ACTIVE;
  const check = async (): Promise<void> => {
    onFault(null);
    const checked = await checking.mutateAsync(account.id);
    const words = accountStateLabels[checked.status];
    showToast(`${name}: ${words.label}`, words.tone);
  };
  const reconnect = (): void => onReconnect(account);
  return (
    <div className="flex flex-wrap items-center gap-1 md:flex-nowrap md:justify-end md:max-lg:flex-col md:max-lg:items-end">
      {needsReconnect && (
        <Button
          look={status === 'ACTIVE' ? 'plain' : 'primary'}
          aria-label={t('reconnectName', { name })}
          onClick={reconnect}
        >
          {t('reconnect')}
        </Button>
      )}
      <Menu
        label={t('actionsForName', { name })}
        items={[
          ...(status === 'ACTIVE'
            ? [
                {
                  label: t('check'),
                  disabled: checking.isPending,
                  onSelect: () => void check().catch(onFault),
                },
              ]
            : []),
          ...(needsReconnect ? [] : [{ label: t('reconnect'), onSelect: reconnect }]),
          { label: t('disconnect'), danger: true, onSelect: () => onDisconnect(account) },
        ]}
      />
    </div>
  );
}
