import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, dataOf } from '../api/client.js';
import { detailFor } from '../api/errors.js';
import type { Session } from '../api/session.js';
import { t } from '../messages/sign-in.js';
import { Button } from '../ui/button.js';
import { ErrorNote } from '../ui/error-state.js';
import { TextField } from '../ui/field.js';

const passwordCharsMin = 12;
const passwordCharsMax = 128;
const emailCharsMax = 254;
const nameCharsMax = 100;

type Done = (session: Session) => Promise<void>;

interface InvitedProps {
  invitation: string | null;
  onDone: Done;
}

export function SignInForm({ invitation, onDone }: InvitedProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signingIn = useMutation({
    mutationFn: async () => {
      const session = await dataOf(api.POST('/auth/sign-in', { body: { email, password } }));
      if (invitation !== null) await dataOf(api.POST('/invitations/accept', { body: { token: invitation } }));
      return session;
    },
    onSuccess: onDone,
  });
  return (
    <CredentialsForm action={t('signIn')} pending={signingIn} onSubmit={signingIn.mutate}>
      <EmailField value={email} onValue={setEmail} error={signingIn.error} />
      <TextField
        label={t('password')}
        type="password"
        autoComplete="current-password"
        maxLength={passwordCharsMax}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </CredentialsForm>
  );
}

export function SignUpForm(props: InvitedProps & { setUp: string | null }) {
  const { invitation, setUp, onDone } = props;
  const [form, setForm] = useState({ name: '', email: '', password: '' });
  const signingUp = useMutation({
    mutationFn: () => {
      const token = invitation === null ? { setUpToken: setUp ?? '' } : { invitationToken: invitation };
      return dataOf(api.POST('/auth/sign-up', { body: { ...form, ...token } }));
    },
    onSuccess: onDone,
  });
  return (
    <CredentialsForm action={t('createAccount')} pending={signingUp} onSubmit={signingUp.mutate}>
      {invitation === null && <p>{t('thisIsTheFirstAccount')}</p>}
      {invitation !== null && <p>{t('useTheEmailAddressThat')}</p>}
      <TextField
        label={t('name')}
        autoComplete="name"
        maxLength={nameCharsMax}
        required
        value={form.name}
        error={detailFor(signingUp.error, 'name')}
        onChange={(event) => setForm({ ...form, name: event.target.value })}
      />
      <EmailField
        value={form.email}
        error={signingUp.error}
        onValue={(email) => setForm({ ...form, email })}
      />
      <TextField
        label={t('password')}
        type="password"
        autoComplete="new-password"
        hint={t('atLeast', { min: passwordCharsMin })}
        minLength={passwordCharsMin}
        maxLength={passwordCharsMax}
        required
        value={form.password}
        error={detailFor(signingUp.error, 'password')}
        onChange={(event) => setForm({ ...form, password: event.target.value })}
      />
    </CredentialsForm>
  );
}

function EmailField(props: { value: string; onValue: (value: string) => void; error: unknown }) {
  return (
    <TextField
      label={t('email')}
      type="email"
      autoComplete="username"
      maxLength={emailCharsMax}
      required
      value={props.value}
      error={detailFor(props.error, 'email')}
      onChange={(event) => props.onValue(event.target.value)}
    />
  );
}

function CredentialsForm(props: {
  action: string;
  pending: { isPending: boolean; error: unknown };
  onSubmit: () => void;
  children: ReactNode;
}) {
  const { action, pending, onSubmit, children } = props;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending.isPending) onSubmit();
      }}
    >
      {children}
      <ErrorNote error={pending.error} fields={['name', 'email', 'password']} />
      <Button type="submit" look="primary" busy={pending.isPending}>
        {action}
      </Button>
    </form>
  );
}
