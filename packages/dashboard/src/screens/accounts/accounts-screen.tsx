import { useState } from 'react';
import { useMay } from '../../api/workspace.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { t } from '../../messages/accounts.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { Screen } from '../../ui/screen.js';
import { AccountList } from './account-list.js';
import { useAccount, type SocialAccount } from './api.js';
import { ConnectDialog, type Begun } from './connect-dialog.js';
import { ImportDialog } from './import-dialog.js';

/**
 * The open connect dialog: `account` is the one to reconnect, or null to connect a new one. `again` is the previous
 * attempt.
 */
interface Connecting {
  account: SocialAccount | null;
  again?: Begun | undefined;
}

/** Shows the connected accounts with their health, and the dialogs to connect more. */
export function AccountsScreen() {
  const mayManage = useMay('manageAccounts');
  const [params, setParams] = useUrlParams();
  const [connecting, setConnecting] = useState<Connecting | null>(null);
  const sessionId = params['connectSession'];
  // Other screens link to the dialog of one account.
  const linked = useAccount(params['reconnect']);
  const open: Connecting | null = connecting ?? (linked.data === undefined ? null : { account: linked.data });
  const begin = (account: SocialAccount | null): void => setConnecting({ account });
  const endConnecting = (id?: string): void => {
    setConnecting(null);
    setParams({ reconnect: undefined, connectSession: id });
  };
  const connect = (
    <Button look="primary" onClick={() => begin(null)}>
      {t('connectAnAccount')}
    </Button>
  );
  return (
    <Screen title={t('title')} actions={mayManage ? connect : undefined}>
      {!mayManage && <p className="text-muted">{t('onlyOwnersAndAdminsCan')}</p>}
      <AccountList onReconnect={begin} />
      <ErrorNote error={linked.error} />
      {mayManage && open !== null && (
        <ConnectDialog
          account={open.account}
          again={open.again}
          onClose={() => endConnecting()}
          onGranted={endConnecting}
        />
      )}
      {mayManage && sessionId !== undefined && (
        <ImportDialog
          sessionId={sessionId}
          onClose={() => setParams({ connectSession: undefined })}
          onAgain={(session, account) => {
            setParams({ connectSession: undefined });
            setConnecting({ account, again: session });
          }}
        />
      )}
    </Screen>
  );
}
