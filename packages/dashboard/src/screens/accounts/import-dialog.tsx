import { useState, type ReactNode } from 'react';
import { usePlatforms } from '../../api/platforms.js';
import { platformNames } from '../../lib/platform-looks.js';
import { showToast } from '../../lib/toasts.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/accounts.js';
import { Button } from '../../ui/button.js';
import { ChoiceBoxes } from '../../ui/choice-boxes.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorState } from '../../ui/error-state.js';
import { DialogForm } from '../../ui/form.js';
import { Spinner } from '../../ui/states.js';
import { ToldText } from '../../ui/told-text.js';
import {
  useAccounts,
  useConnectSession,
  useImport,
  type Candidate,
  type ConnectSession,
  type SocialAccount,
} from './api.js';
import { failureText } from './connect-texts.js';
import { candidateReasonLabels, missingTexts, pickedAtFirst } from './health.js';

interface ImportDialogProps {
  sessionId: string;
  onClose: () => void;
  /** Called to start over with the same platform. `account` is the one to reconnect, or null. */
  onAgain: (session: ConnectSession, account: SocialAccount | null) => void;
}

/** Shown after the return from the platform. Lets the user choose which of the granted accounts to connect. */
export function ImportDialog({ sessionId, onClose, onAgain }: ImportDialogProps) {
  const session = useConnectSession(sessionId);
  const title =
    session.data === undefined
      ? t('connect')
      : t('connectPlatform', { platform: platformNames[session.data.platform] });
  return (
    <Dialog open onClose={onClose} title={title}>
      {session.isPending && <Spinner label={t('checkingAccess')} />}
      {session.isError && <ErrorState error={session.error} onRetry={() => void session.refetch()} />}
      {session.data !== undefined && <Outcome session={session.data} onClose={onClose} onAgain={onAgain} />}
    </Dialog>
  );
}

function Outcome(props: { session: ConnectSession } & Pick<ImportDialogProps, 'onClose' | 'onAgain'>) {
  const { session, onClose, onAgain } = props;
  // The existing accounts, because those that already work are not selected initially.
  const accounts = useAccounts();
  const account = accounts.rows.find(({ id }) => id === session.socialAccountId);
  const again = (): void => onAgain(session, account ?? null);
  switch (session.status) {
    case 'AWAITING_IMPORT': {
      if (accounts.isPending) return <Spinner label={t('loadingAccounts')} />;
      const working = accounts.rows.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id);
      return <ImportForm session={session} workingIds={new Set(working)} onClose={onClose} />;
    }
    case 'PENDING':
      return (
        <Ended onClose={onClose}>
          <Spinner label={t('waitingForAccess')} />
          {session.authorizeUrl !== null && (
            <a href={session.authorizeUrl} className="underline">
              {t('openThePlatformsPage')}
            </a>
          )}
        </Ended>
      );
    case 'COMPLETED':
      return <Ended onClose={onClose}>{t('theseAccountsAreAlreadyConnected')}</Ended>;
    case 'EXPIRED':
      return (
        <Ended onClose={onClose} onAgain={again}>
          {t('theTimeToGrantAccess')}
        </Ended>
      );
    case 'FAILED': {
      const reason = failureText(session, account);
      return (
        <Ended onClose={onClose} onAgain={again}>
          {t.rich('nothingConnected', {
            reason: () => (
              <span role="alert">
                <ToldText told={reason} />
              </span>
            ),
          })}
        </Ended>
      );
    }
  }
}

function Ended(props: { children: ReactNode; onClose: () => void; onAgain?: () => void }) {
  const { children, onClose, onAgain } = props;
  return (
    <>
      <div className="wrap-anywhere">{children}</div>
      <DialogActions>
        <Button onClick={onClose}>{common('close')}</Button>
        {onAgain !== undefined && (
          <Button look="primary" onClick={onAgain}>
            {common('tryAgain')}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

function ImportForm(props: {
  session: ConnectSession;
  workingIds: ReadonlySet<string>;
  onClose: () => void;
}) {
  const { session, workingIds, onClose } = props;
  const { candidates, socialAccountId } = session;
  const isReconnect = socialAccountId !== null;
  const [picked, setPicked] = useState<readonly string[]>(() =>
    pickedAtFirst(candidates, workingIds, isReconnect),
  );
  const { data } = usePlatforms();
  const scopes = data?.find(({ platform }) => platform === session.platform)?.connect?.scopes ?? [];
  const works = ({ connectedAccountId }: Candidate): boolean =>
    connectedAccountId !== null && workingIds.has(connectedAccountId);
  const importing = useImport(session.id);
  const connect = async (): Promise<void> => {
    if (picked.length === 0) return;
    const imported = await importing.mutateAsync([...picked]);
    for (const { handle, outcome } of imported) {
      showToast(t(outcome === 'CONNECTED' ? 'handleIsConnected' : 'handleIsReconnected', { handle }));
    }
    onClose();
  };
  return (
    <DialogForm
      action={isReconnect ? t('reconnect') : t('connect')}
      sending={importing}
      disabled={picked.length === 0}
      onSubmit={connect}
      onCancel={onClose}
    >
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">{t('accessWasGrantedTo')}</legend>
        <ChoiceBoxes
          choices={candidates.map((candidate) => choiceOf(candidate, { scopes, works: works(candidate) }))}
          picked={picked}
          onPicked={setPicked}
        />
      </fieldset>
    </DialogForm>
  );
}

function choiceOf(
  { id, handle, displayName, importable, reason, missingScopes }: Candidate,
  { scopes, works }: { scopes: Parameters<typeof missingTexts>[1]; works: boolean },
) {
  const notes = [
    works ? t('alreadyConnected') : null,
    reason === null ? null : candidateReasonLabels[reason],
    missingTexts(missingScopes, scopes),
  ].filter((note) => note !== null);
  return {
    value: id,
    label: displayName === null || displayName === handle ? handle : `${displayName} (${handle})`,
    ...(notes.length > 0 && { hint: notes.join(' ') }),
    disabled: !importable,
  };
}
