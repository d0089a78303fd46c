import { useAccountsPlace } from '../api/accounts.js';
import { t } from '../messages/shell.js';
import { toneClass } from '../ui/badge.js';
import { useShownWorkspace } from './navigation.js';

/** Says once that all accounts of the workspace are in the sandbox. */
export function SandboxNote() {
  const workspace = useShownWorkspace();
  const place = useAccountsPlace(workspace?.id);
  if (place !== 'sandbox') return null;
  return (
    <span
      title={t('sandboxOnly')}
      className={`max-w-full min-w-0 truncate rounded-full px-1.5 py-0.5 text-xs font-medium md:max-lg:px-1 md:max-lg:text-[0.625rem] md:max-lg:tracking-tighter lg:px-2.5 lg:text-sm ${toneClass('info')}`}
    >
      {t('sandbox')}
      <span className="sr-only">: {t('sandboxOnly')}</span>
    </span>
  );
}
