import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.js';
import { detailFor } from '../../api/errors.js';
import { keys } from '../../api/keys.js';
import { queryClient } from '../../api/query-client.js';
import { useSession } from '../../api/session.js';
import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/profile.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { TextField } from '../../ui/field.js';

const passwordCharsMin = 12;
const passwordCharsMax = 128;
const empty = { current: '', next: '' };

export function PasswordForm() {
  const { user } = useSession();
  const [form, setForm] = useState(empty);
  const changing = useChangePassword(form, () => {
    setForm(empty);
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!changing.isPending) changing.mutate();
      }}
    >
      {!user.hasPassword && <p>{t('passwordMissing')}</p>}
      {user.hasPassword && (
        <TextField
          label={t('passwordCurrent')}
          type="password"
          autoComplete="current-password"
          hint={t('passwordCurrentHint')}
          maxLength={passwordCharsMax}
          value={form.current}
          error={detailFor(changing.error, 'currentPassword')}
          onChange={(event) => setForm({ ...form, current: event.target.value })}
        />
      )}
      <TextField
        label={t('passwordNew')}
        type="password"
        autoComplete="new-password"
        hint={t('passwordNewHint', { min: passwordCharsMin })}
        required
        minLength={passwordCharsMin}
        maxLength={passwordCharsMax}
        value={form.next}
        error={detailFor(changing.error, 'newPassword')}
        onChange={(event) => setForm({ ...form, next: event.target.value })}
      />
      <ErrorNote error={changing.error} fields={['currentPassword', 'newPassword']} />
      <Button type="submit" busy={changing.isPending} className="self-start">
        {user.hasPassword ? t('passwordChange') : t('passwordSet')}
      </Button>
    </form>
  );
}

function useChangePassword({ current, next }: typeof empty, onDone: () => void) {
  return useMutation({
    gcTime: 0,
    mutationFn: () => {
      const body = { newPassword: next, ...(current !== '' && { currentPassword: current }) };
      return dataOf(api.POST('/auth/change-password', { body }));
    },
    onSuccess: (session) => {
      onDone();
      queryClient.setQueryData(keys.session, session);
      showToast(t('passwordSaved'));
    },
  });
}
