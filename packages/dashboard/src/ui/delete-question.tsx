import { useState } from 'react';
import { usePlatforms } from '../api/platforms.js';
import type { Post } from '../api/posts.js';
import { useDeletePost } from '../api/public-changes.js';
import { platformNames } from '../lib/platform-looks.js';
import { canRemove } from '../lib/public-changes.js';
import { isPublic } from '../lib/shown-state.js';
import { showToast } from '../lib/toasts.js';
import { listOf } from '../lib/wording.js';
import { t } from '../messages/changes.js';
import { t as common } from '../messages/common.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { ChoiceBox } from './field.js';

interface DeleteQuestionProps {
  post: Post;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks whether a public post is deleted, and whether it is removed from its platforms, too. */
export function DeleteQuestion({ post, onClose, onDeleted }: DeleteQuestionProps) {
  const deleting = useDeletePost(post);
  const [removes, setRemoves] = useState(false);
  const { data: infos = [] } = usePlatforms();
  const shown = post.targets.filter(isPublic);
  const isRemovable = shown.every((target) => {
    const changes = infos.find(({ platform }) => platform === target.platform)?.changes;
    return changes !== undefined && canRemove(target, changes);
  });
  const platforms = listOf([...new Set(shown.map(({ platform }) => platformNames[platform]))]);
  const remove = async (): Promise<void> => {
    await deleting.mutateAsync(removes);
    showToast(t('delete.done'));
    onClose();
    onDeleted();
  };
  return (
    <ConfirmDialog
      open
      title={t('delete.question')}
      action={common('delete')}
      sending={deleting}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        {t('delete.only')} {!isRemovable && t('delete.stays', { platforms })}
      </p>
      {isRemovable && (
        <ChoiceBox
          checked={removes}
          label={t('delete.too', { platforms })}
          hint={removes ? t('delete.tooHint') : t('delete.leaves')}
          onChange={(event) => setRemoves(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
