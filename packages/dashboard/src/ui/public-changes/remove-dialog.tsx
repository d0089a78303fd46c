import type { Post, Target } from '../../api/posts.js';
import { useRemoveTarget } from '../../api/public-changes.js';
import { userLocale } from '../../lib/language.js';
import { platformNames } from '../../lib/platform-looks.js';
import { placeOf } from '../../lib/post-changes.js';
import type { PublicChanges } from '../../lib/public-changes.js';
import { isUnconfirmed } from '../../lib/shown-state.js';
import { showToast } from '../../lib/toasts.js';
import { money } from '../../lib/wording.js';
import { t } from '../../messages/changes.js';
import { ConfirmDialog } from '../confirm-dialog.js';

export interface ChangeDialogProps {
  post: Post;
  target: Target;
  changes: PublicChanges;
  onClose: () => void;
}

/** Asks whether a public target is removed from its platform, and says what that costs. */
export function RemoveDialog({ post, target, changes, onClose }: ChangeDialogProps) {
  const removing = useRemoveTarget(post);
  const platform = platformNames[target.platform];
  const remove = async (): Promise<void> => {
    const { targets } = await removing.mutateAsync(target.id);
    const status = targets.find(({ id }) => id === target.id)?.removal?.status;
    if (status === 'DONE') showToast(t('told.removed'));
    else if (status !== 'FAILED') showToast(t('told.removing'), 'info');
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('remove.question', { platform })}
      action={t('remove.action', { platform })}
      wayOut={t('remove.wayOut')}
      sending={removing}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>{t('remove.effect', { place: placeOf(target) })}</p>
      {isUnconfirmed(target) && <p>{t('remove.unsure')}</p>}
      <Terms platform={platform} remove={changes.remove} />
    </ConfirmDialog>
  );
}

function Terms({ platform, remove }: { platform: string; remove: PublicChanges['remove'] }) {
  if (remove === null) return null;
  const { price, perDayMax } = remove;
  return (
    <>
      {price !== null && (
        <p>
          {t('remove.price', { platform, price: money(Number(price.amount), price.currency, userLocale) })}
        </p>
      )}
      {perDayMax !== null && <p>{t('remove.perDay', { platform, count: perDayMax })}</p>}
    </>
  );
}
