import { useState } from 'react';
import { platformNames } from '../../lib/platform-looks.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/inbox.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { Menu } from '../../ui/menu.js';
import { useDeleteComment, useHideComment, type Comment } from './api.js';

/** The menu that hides or deletes a comment on its platform. Without a menu if the platform can do neither. */
export function CommentMenu({ comment, author }: { comment: Comment; author: string }) {
  const { id: commentId, canHide, canDelete, hiddenAt } = comment;
  const hiding = useHideComment();
  const deleting = useDeleteComment();
  const [isAsking, setIsAsking] = useState(false);
  const isHidden = hiddenAt !== null;
  const items = [
    ...(canHide
      ? [
          {
            label: isHidden ? t('showAgain') : t('hide'),
            disabled: hiding.isPending,
            onSelect: () => hiding.mutate({ commentId, hide: !isHidden }),
          },
        ]
      : []),
    ...(canDelete ? [{ label: common('delete'), danger: true, onSelect: () => setIsAsking(true) }] : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t('actionsForComment', { author })} items={items} />
      <ErrorNote error={hiding.error} />
      <ConfirmDialog
        open={isAsking}
        title={t('deleteComment')}
        action={common('delete')}
        sending={deleting}
        onConfirm={async () => {
          await deleting.mutateAsync(commentId);
          setIsAsking(false);
        }}
        onClose={() => setIsAsking(false)}
      >
        <p>{t('commentIsDeletedOn', { platform: platformNames[comment.platform] })}</p>
      </ConfirmDialog>
    </>
  );
}
