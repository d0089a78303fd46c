import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { Button } from '../../ui/button.js';
import { DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { TextField } from '../../ui/field.js';
import { useSendCredentials, type CredentialField } from './api.js';

interface CredentialsFormProps {
  sessionId: string;
  fields: readonly CredentialField[];
  /** Of the account that is to be connected again. */
  handle: string | null;
  onClose: () => void;
  onGranted: (sessionId: string) => void;
}

const inputTypes: Record<CredentialField['kind'], string> = {
  text: 'text',
  address: 'url',
  secret: 'password',
};
const valueCharsMax = 2_000;

/** For platforms where people type a password for programs, and that alone is enough. */
export function CredentialsForm({ sessionId, fields, handle, onClose, onGranted }: CredentialsFormProps) {
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      fields.map(({ name, default: preset }) => [name, (name === 'handle' ? handle : null) ?? preset ?? '']),
    ),
  );
  const sending = useSendCredentials(sessionId);
  const send = async (): Promise<void> => {
    if (sending.isPending) return;
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    onGranted((await sending.mutateAsync(filled)).id);
  };
  return (
    <form
      className="flex flex-col gap-4"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        // What fails is shown below.
        send().catch(() => undefined);
      }}
    >
      <p className="text-muted">Punctual uses this once to get access and does not store it.</p>
      {fields.map(({ name, label, kind, required, default: preset }) => (
        <TextField
          key={name}
          label={label}
          type={inputTypes[kind]}
          required={required && preset === null}
          autoComplete="off"
          maxLength={valueCharsMax}
          value={values[name] ?? ''}
          error={detailFor(sending.error, name)}
          onChange={(event) => {
            setValues({ ...values, [name]: event.target.value });
          }}
        />
      ))}
      <ErrorNote error={sending.error} fields={fields.map(({ name }) => name)} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={sending.isPending}>
          Continue
        </Button>
      </DialogActions>
    </form>
  );
}
