import { useMutation } from '@tanstack/react-query';
import { signOut, useSession } from '../api/session.js';
import { keptTextsOf } from '../lib/kept-texts.js';
import { t } from '../messages/shell.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

/** Asks before the user is signed out. If this browser keeps unsent texts, it says that they are deleted. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const leaving = useMutation({ mutationFn: () => signOut() });
  const hasTexts = keptTextsOf(user.id).length > 0;
  return (
    <ConfirmDialog
      open
      title={hasTexts ? t('deleteUnsentTexts') : t('signOutQuestion')}
      action={t('signOut')}
      wayOut={t('staySignedIn')}
      danger={hasTexts}
      sending={leaving}
      onConfirm={() => leaving.mutate()}
      onClose={onClose}
    >
      <p>{hasTexts ? t('thisBrowserKeepsTextsThat') : t('youAreSignedInAs', { email: user.email })}</p>
    </ConfirmDialog>
  );
}
