import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signOut, useSession } from '../api/session.js';
import { keptTextsOf } from '../lib/kept-texts.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { ErrorNote } from '../ui/error-state.js';
import { ThemeField } from '../ui/theme-field.js';

export function PersonMenu() {
  const { user } = useSession();
  const leaving = useMutation({ mutationFn: () => signOut() });
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted wrap-anywhere">
        Signed in as <strong className="text-ink">{user.email}</strong>
      </p>
      <ThemeField />
      <ErrorNote error={leaving.error} />
      <Button
        busy={leaving.isPending}
        onClick={() => {
          if (keptTextsOf(user.id).length > 0) setIsAsking(true);
          else leaving.mutate();
        }}
      >
        Sign out
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Delete unsent texts?"
        action="Sign out"
        wayOut="Stay signed in"
        sending={leaving}
        onConfirm={() => leaving.mutate()}
        onClose={() => setIsAsking(false)}
      >
        <p>
          This browser keeps texts that you have written and not sent. They are deleted when you sign out. To
          keep a text, open the composer and save it as a draft.
        </p>
      </ConfirmDialog>
    </div>
  );
}
