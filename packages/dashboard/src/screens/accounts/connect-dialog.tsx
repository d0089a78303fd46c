import { useState } from 'react';
import { usePlatforms, type PlatformInfo, type PlatformName } from '../../api/platforms.js';
import { platformNames } from '../../lib/platform-looks.js';
import { serverTold } from '../../messages/server-texts.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/accounts.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorState } from '../../ui/error-state.js';
import { DialogForm } from '../../ui/form.js';
import { Spinner } from '../../ui/states.js';
import { ToldText } from '../../ui/told-text.js';
import { useBeginConnect, type ConnectSession, type SocialAccount } from './api.js';
import { introText } from './connect-texts.js';
import { CredentialsForm } from './credentials-form.js';
import { PlaceField, PlatformGrid } from './platform-grid.js';

export interface Begun {
  platform: PlatformName;
  sandbox: boolean;
}

interface ConnectDialogProps {
  /** The account to reconnect; null to connect a new one. */
  account: SocialAccount | null;
  /** The platform and server of the previous attempt, if the user starts over. */
  again?: Begun | undefined;
  onClose: () => void;
  /** Called when typed credentials granted access, so that the user did not leave the page. */
  onGranted: (sessionId: string) => void;
}

/** Lets the user choose a platform, then opens the platform's consent page or shows a form for credentials. */
export function ConnectDialog({ account, again, onClose, onGranted }: ConnectDialogProps) {
  const [session, setSession] = useState<ConnectSession | null>(null);
  const [before, setBefore] = useState(again);
  const platform = account?.platform ?? session?.platform;
  const title =
    account === null
      ? platform === undefined
        ? t('connectAnAccount')
        : t('connectPlatform', { platform: platformNames[platform] })
      : t('reconnectAccount', {
          handle: account.handle,
          platform: platformNames[account.platform],
        });
  const go = (begun: ConnectSession): void => {
    if (begun.credentialFields === null && begun.authorizeUrl !== null) {
      globalThis.location.assign(begun.authorizeUrl);
    }
    setSession(begun);
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      {session === null ? (
        <BeginForm account={account} again={before} onBegun={go} onClose={onClose} />
      ) : (
        <AfterBegin
          session={session}
          account={account}
          onClose={onClose}
          onGranted={onGranted}
          onRestart={() => {
            setBefore(session);
            setSession(null);
          }}
        />
      )}
    </Dialog>
  );
}

function AfterBegin(props: ConnectDialogProps & { session: ConnectSession; onRestart: () => void }) {
  const { session, account, onClose, onGranted, onRestart } = props;
  const { credentialFields, authorizeUrl, errorMessage } = session;
  if (credentialFields !== null) {
    return (
      <>
        <CredentialsForm
          session={session}
          fields={credentialFields}
          handle={account?.handle ?? null}
          onClose={onClose}
          onGranted={onGranted}
          onRestart={onRestart}
        />
        {authorizeUrl !== null && (
          <a href={authorizeUrl} className="underline">
            {t('grantAccessOnThePlatforms')}
          </a>
        )}
      </>
    );
  }
  if (authorizeUrl === null) {
    return (
      <>
        {errorMessage === null ? (
          <p role="alert">{t('theConnectionCouldNotBe')}</p>
        ) : (
          <p role="alert">
            <ToldText told={serverTold(errorMessage)} />
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{common('close')}</Button>
          <Button look="primary" onClick={onRestart}>
            {common('tryAgain')}
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <Spinner label={t('openingThePlatformsPage')} />
      <a href={authorizeUrl} className={buttonClass()}>
        {t('openItNow')}
      </a>
    </>
  );
}

interface BeginFormProps {
  account: SocialAccount | null;
  again: Begun | undefined;
  onBegun: (session: ConnectSession) => void;
  onClose: () => void;
}

function BeginForm(props: BeginFormProps) {
  const platforms = usePlatforms();
  if (platforms.isPending) return <Spinner label={t('loadingPlatforms')} />;
  if (platforms.isError)
    return <ErrorState error={platforms.error} onRetry={() => void platforms.refetch()} />;
  return <PlatformForm {...props} offered={platforms.data.filter(({ connect }) => connect !== null)} />;
}

function PlatformForm(props: BeginFormProps & { offered: readonly PlatformInfo[] }) {
  const { account, again, offered, onBegun, onClose } = props;
  const [chosen, setChosen] = useState<PlatformName | undefined>(again?.platform);
  const [wanted, setWanted] = useState<boolean | undefined>(again?.sandbox);
  const beginning = useBeginConnect();
  const platform = account?.platform ?? chosen;
  const connect = offered.find((one) => one.platform === platform)?.connect ?? null;
  const takesCredentials = connect !== null && connect.credentialFields !== null;
  // Platforms with typed credentials are always ready, so for them, a server with a sandbox is probably for tests.
  const sandbox =
    connect !== null && connect.sandbox && (!connect.configured || (wanted ?? takesCredentials));
  const begin = async (): Promise<void> => {
    if (platform === undefined) return;
    const meant = account === null ? { sandbox } : { socialAccountId: account.id, sandbox: account.sandbox };
    onBegun(await beginning.mutateAsync({ platform, ...meant }));
  };
  return (
    <DialogForm
      action={t('continue')}
      disabled={platform === undefined}
      sending={beginning}
      onSubmit={begin}
      onCancel={onClose}
    >
      {account === null && <PlatformGrid offered={offered} chosen={chosen} onChosen={setChosen} />}
      {account === null && platform !== undefined && connect?.sandbox === true && (
        <PlaceField
          platform={platform}
          configured={connect.configured}
          sandbox={sandbox}
          onSandbox={setWanted}
        />
      )}
      {platform !== undefined && <p className="text-muted">{introText(platform, takesCredentials)}</p>}
    </DialogForm>
  );
}
