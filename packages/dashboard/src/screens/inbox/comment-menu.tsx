import { useState } from 'react';
import { platformNames } from '../../lib/platform-looks.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/inbox.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Menu } from '../../ui/menu.js';
import { useDeleteComment, type Comment, type useHideComment } from './api.js';

/** The menu that hides or deletes a comment on its platform, if the platform can do so. The caller shows the errors of `hiding`. */
export function CommentMenu(props: {
  comment: Comment;
  author: string;
  hiding: ReturnType<typeof useHideComment>;
}) {
  const { comment, author, hiding } = props;
  const { id: commentId, canHide, canDelete, hiddenAt } = comment;
  const deleting = useDeleteComment();
  const [isAsking, setIsAsking] = useState(false);
  const isHidden = hiddenAt !== null;
  const ask = (): void => {
    deleting.reset();
    setIsAsking(true);
  };
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
    ...(canDelete ? [{ label: common('delete'), danger: true, onSelect: ask }] : []),
  ];
  return (
    <>
      {items.length > 0 && <Menu label={t('actionsForComment', { author })} items={items} />}
      {/* The dialog stays open if a failure removes the menu, so that users see the error. */}
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
