import { useEffect, useRef, useState } from 'react';
import { ApiError, detailFor } from '../../api/errors.js';
import { useAlone } from '../../lib/use-alone.js';
import { serverText } from '../../messages/server-texts.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/accounts.js';
import { Button } from '../../ui/button.js';
import { DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { TextField } from '../../ui/field.js';
import { OutLink } from '../../ui/out-link.js';
import { ToldText } from '../../ui/told-text.js';
import { useSendCredentials, type ConnectSession, type CredentialField } from './api.js';
import { credentialAdvice, refusalOf } from './connect-texts.js';

interface CredentialsFormProps {
  session: ConnectSession;
  fields: readonly CredentialField[];
  /** The handle of the account to reconnect; null for a new account. */
  handle: string | null;
  onClose: () => void;
  onGranted: (sessionId: string) => void;
  /** Called when the session accepts no more tries. */
  onRestart: () => void;
}

const inputTypes: Record<CredentialField['kind'], string> = {
  text: 'text',
  address: 'url',
  secret: 'password',
};
const valueCharsMax = 2_000;

/** The form for platforms that connect with an app password. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { session, fields, handle, onClose, onGranted, onRestart } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The dialog was already open, so the focus does not move by itself into the form that replaced its content.
    form.current?.querySelector('input')?.focus();
  }, []);
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      fields.map(({ name, default: preset }) => [name, (name === 'handle' ? handle : null) ?? preset ?? '']),
    ),
  );
  const sending = useSendCredentials(session.id);
  const alone = useAlone();
  const isOver = isOutOfTries(sending.error);
  const send = async (): Promise<void> => {
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    onGranted((await sending.mutateAsync(filled)).id);
  };
  return (
    <form
      ref={form}
      className="flex flex-col gap-4"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        alone(send);
      }}
    >
      <CredentialAdvice session={session} />
      {!isOver &&
        fields.map(({ name, label, kind, required, default: preset }) => (
          <TextField
            key={name}
            label={serverText(label)}
            type={inputTypes[kind]}
            required={required && preset === null}
            autoComplete="off"
            maxLength={valueCharsMax}
            value={values[name] ?? ''}
            error={detailFor(sending.error, name)}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        ))}
      <Refusal error={sending.error} fields={fields} />
      <DialogActions>
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Onward isOver={isOver} busy={sending.isPending} onRestart={onRestart} />
      </DialogActions>
    </form>
  );
}

function Onward(props: { isOver: boolean; busy: boolean; onRestart: () => void }) {
  const { isOver, busy, onRestart } = props;
  return isOver ? (
    <Button key="restart" look="primary" onClick={onRestart}>
      {t('startAgain')}
    </Button>
  ) : (
    <Button key="send" type="submit" look="primary" busy={busy}>
      {t('continue')}
    </Button>
  );
}

function CredentialAdvice({ session: { platform, sandbox } }: { session: ConnectSession }) {
  const advice = credentialAdvice(platform, sandbox);
  return (
    <div className="flex flex-col gap-2 text-muted">
      {advice !== null && (
        <p>
          {serverText(advice.text)} <OutLink href={advice.link}>{serverText(advice.linkText)}</OutLink>
        </p>
      )}
      <p>{t('punctualUsesThisOnceTo')}</p>
    </div>
  );
}

function Refusal({ error, fields }: { error: unknown; fields: readonly CredentialField[] }) {
  const triesLeft = triesLeftOf(error);
  if (!(error instanceof ApiError) || triesLeft === null)
    return <ErrorNote error={error} fields={fields.map(({ name }) => name)} />;
  const { title, advice, fromPlatform } = refusalOf(error.told, triesLeft, fields);
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-md bg-bad-soft px-4 py-3 text-bad">
      <p className="font-semibold">{title}</p>
      <p>{advice}</p>
      {fromPlatform !== null && (
        <p className="text-sm wrap-anywhere">
          {t.rich('platformMessage', { message: () => <ToldText told={fromPlatform} /> })}
        </p>
      )}
    </div>
  );
}

function triesLeftOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'CREDENTIALS_REFUSED') return null;
  const { triesLeft } = error.body;
  return typeof triesLeft === 'number' ? triesLeft : null;
}

/** Whether the session accepts no more credentials: the tries are used up, or the session has ended otherwise. */
const isOutOfTries = (error: unknown): boolean =>
  triesLeftOf(error) === 0 || (error instanceof ApiError && error.code === 'INVALID_STATE');
