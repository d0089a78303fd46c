import { useMutation } from '@tanstack/react-query';
import { signOut, useSession } from '../api/session.js';
import { keptTextsOf } from '../lib/kept-texts.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

/** Asks before the user is signed out. If this browser keeps unsent texts, it says that they are deleted. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const leaving = useMutation({ mutationFn: () => signOut() });
  const hasTexts = keptTextsOf(user.id).length > 0;
  return (
    <ConfirmDialog
      open
      title={hasTexts ? 'Delete unsent texts?' : 'Sign out?'}
      action="Sign out"
      wayOut="Stay signed in"
      danger={hasTexts}
      sending={leaving}
      onConfirm={() => leaving.mutate()}
      onClose={onClose}
    >
      <p>
        {hasTexts
          ? 'This browser keeps texts that you have written and not sent. They are deleted when you sign out. To keep a text, open the composer and save it as a draft.'
          : `You are signed in as ${user.email}.`}
      </p>
    </ConfirmDialog>
  );
}
