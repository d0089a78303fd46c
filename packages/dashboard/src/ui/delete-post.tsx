import { useState } from 'react';
import { useHoldPost } from '../api/held-posts.js';
import { useDeletePost, type Post } from '../api/posts.js';
import { showFailure, showToast } from '../lib/toasts.js';
import { useAlone } from '../lib/use-alone.js';
import { t } from '../messages/common.js';
import { Button } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';

interface DeletePostProps {
  post: Post;
  /** Distinguishes the buttons of several posts for screen readers. */
  name?: string;
  /** Called when the post is gone from the page, so that the focus needs another place. */
  onDeleted: () => void;
}

/** Deletes a post, which can be undone for a while. If it is public already, a question comes first instead. */
export function DeletePost({ post, name, onDeleted }: DeletePostProps) {
  const holding = useHoldPost('delete');
  const alone = useAlone();
  const [asked, setAsked] = useState<Post | null>(null);
  const isPublic = post.targets.some(({ status }) => status === 'PUBLISHED');
  const remove = async (): Promise<void> => {
    try {
      await holding.mutateAsync(post);
      onDeleted();
    } catch (error) {
      showFailure(t('deletePost.failed'), error);
    }
  };
  return (
    <>
      <Button
        {...(name !== undefined && { 'aria-label': t('deletePost.named', { name }) })}
        busy={holding.isPending}
        onClick={() => {
          if (isPublic) setAsked(post);
          else alone(remove);
        }}
      >
        {t('delete')}
      </Button>
      {asked !== null && <Question post={asked} onClose={() => setAsked(null)} onDeleted={onDeleted} />}
    </>
  );
}

function Question({ post, onClose, onDeleted }: DeletePostProps & { onClose: () => void }) {
  const deleting = useDeletePost(post);
  const remove = async (): Promise<void> => {
    await deleting.mutateAsync(undefined);
    showToast(t('deletePost.done'));
    onClose();
    onDeleted();
  };
  return (
    <ConfirmDialog
      open
      title={t('deletePost.question')}
      action={t('delete')}
      sending={deleting}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>{t('deletePost.effect')}</p>
    </ConfirmDialog>
  );
}
