import { useState } from 'react';
import { useMay } from '../../api/workspace.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { Button } from '../../ui/button.js';
import { Screen } from '../../ui/screen.js';
import { AccountList } from './account-list.js';
import type { SocialAccount } from './api.js';
import { ConnectDialog, type Begun } from './connect-dialog.js';
import { ImportDialog } from './import-dialog.js';

/**
 * The open connect dialog: `account` is the one to reconnect, or null to connect a new one. `again` is the previous
 * attempt.
 */
interface Connecting {
  account: SocialAccount | null;
  again?: Begun;
}

/** Shows the connected accounts with their health, and the dialogs to connect more. */
export function AccountsScreen() {
  const mayManage = useMay('manageAccounts');
  const [params, setParams] = useUrlParams();
  const [connecting, setConnecting] = useState<Connecting | null>(null);
  const sessionId = params['connectSession'];
  const begin = (account: SocialAccount | null): void => setConnecting({ account });
  const endConnecting = (): void => setConnecting(null);
  const connect = (
    <Button look="primary" onClick={() => begin(null)}>
      Connect an account
    </Button>
  );
  return (
    <Screen title="Accounts" actions={mayManage ? connect : undefined}>
      {!mayManage && (
        <p className="text-muted">Only owners and admins can connect and disconnect accounts.</p>
      )}
      <AccountList onReconnect={begin} />
      {mayManage && connecting !== null && (
        <ConnectDialog
          account={connecting.account}
          again={connecting.again}
          onClose={endConnecting}
          onGranted={(id) => {
            endConnecting();
            setParams({ connectSession: id });
          }}
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
