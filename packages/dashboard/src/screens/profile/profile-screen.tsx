import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signOut, useSession, useWorkspaces } from '../../api/session.js';
import { roleLabels } from '../../lib/labels.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DateTime } from '../../ui/date-time.js';
import { Facts } from '../../ui/facts.js';
import { Screen } from '../../ui/screen.js';
import { ThemeField } from '../../ui/theme-field.js';
import { PasswordForm } from './password-form.js';

/** Shows the settings of the user, which do not depend on a workspace. */
export function ProfileScreen() {
  const { user } = useSession();
  const workspaces = useWorkspaces();
  return (
    <Screen title="Profile">
      <Facts
        facts={[
          ['Name', user.name],
          ['Email', user.email],
          ['Account created', <DateTime key="made" at={user.createdAt} dayOnly />],
          [
            'Workspaces',
            workspaces.length === 0
              ? 'None'
              : workspaces.map(({ name, role }) => `${name} (${roleLabels[role]})`).join(', '),
          ],
        ]}
      />
      <section aria-labelledby="look-title" className="flex max-w-60 flex-col gap-3">
        <h2 id="look-title" className="text-xl font-semibold">
          Appearance
        </h2>
        <ThemeField label="Theme in this browser" />
      </section>
      <section aria-labelledby="password-title" className="flex max-w-xl flex-col gap-3">
        <h2 id="password-title" className="text-xl font-semibold">
          Password
        </h2>
        <PasswordForm />
      </section>
      <Sessions />
    </Screen>
  );
}

function Sessions() {
  const { session } = useSession();
  const [asking, setAsking] = useState(false);
  return (
    <section aria-labelledby="sessions-title" className="flex flex-col items-start gap-3">
      <h2 id="sessions-title" className="text-xl font-semibold">
        Sessions
      </h2>
      <Facts
        facts={[
          ['Signed in on', <DateTime key="since" at={session.createdAt} />],
          ['Expires', <DateTime key="until" at={session.expiresAt} />],
        ]}
      />
      <p className="text-muted">You are signed out earlier if you do not use Punctual for a day.</p>
      <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
      {asking && <SignOutDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

function SignOutDialog({ onClose }: { onClose: () => void }) {
  const leaving = useMutation({ mutationFn: () => signOut(true) });
  return (
    <ConfirmDialog
      open
      title="Sign out everywhere?"
      action="Sign out"
      sending={leaving}
      onClose={onClose}
      onConfirm={() => leaving.mutate()}
    >
      <p>This ends all of your sessions, in this browser and in all others. API keys keep working.</p>
    </ConfirmDialog>
  );
}
