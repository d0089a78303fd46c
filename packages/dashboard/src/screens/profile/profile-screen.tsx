import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signOut, useSession, useWorkspaces } from '../../api/session.js';
import { roleLabels } from '../../lib/role-labels.js';
import { t } from '../../messages/profile.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DateTime } from '../../ui/date-time.js';
import { Facts } from '../../ui/facts.js';
import { Screen } from '../../ui/screen.js';
import { HoursField, LanguageField, WeekField } from '../../ui/region-fields.js';
import { Section } from '../../ui/section.js';
import { ThemeField } from '../../ui/theme-field.js';
import { OwnApps } from '../../ui/app-list.js';
import { PasswordForm } from './password-form.js';

/** Shows the settings of the user, which do not depend on a workspace. */
export function ProfileScreen() {
  const { user } = useSession();
  const workspaces = useWorkspaces();
  return (
    <Screen title={t('title')}>
      <Facts
        facts={[
          [t('name'), user.name],
          [t('email'), user.email],
          [t('created'), <DateTime key="made" at={user.createdAt} dayOnly />],
          [
            t('workspaces'),
            workspaces.length === 0
              ? t('noWorkspaces')
              : workspaces.map(({ name, role }) => `${name} (${roleLabels[role]})`).join(', '),
          ],
        ]}
      />
      <Section title={t('appearance')} className="max-w-60 gap-3">
        <p className="text-sm text-muted">{t('browserOnly')}</p>
        <ThemeField label={t('themeHere')} />
        <LanguageField />
        <HoursField />
        <WeekField />
      </Section>
      <Section title={t('password')} className="max-w-xl gap-3">
        <PasswordForm />
      </Section>
      <OwnApps />
      <Sessions />
    </Screen>
  );
}

function Sessions() {
  const { session } = useSession();
  const [asking, setAsking] = useState(false);
  return (
    <Section title={t('sessions')} className="items-start gap-3">
      <Facts
        facts={[
          [t('signedIn'), <DateTime key="since" at={session.createdAt} />],
          [t('expires'), <DateTime key="until" at={session.expiresAt} />],
        ]}
      />
      <p className="text-muted">{t('idle')}</p>
      <Button onClick={() => setAsking(true)}>{t('signOutEverywhere')}</Button>
      {asking && <SignOutDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

function SignOutDialog({ onClose }: { onClose: () => void }) {
  const leaving = useMutation({ mutationFn: () => signOut(true) });
  return (
    <ConfirmDialog
      open
      title={t('signOutQuestion')}
      action={t('signOut')}
      sending={leaving}
      onClose={onClose}
      onConfirm={() => leaving.mutate()}
    >
      <p>{t('signOutEffect')}</p>
    </ConfirmDialog>
  );
}
