import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDeletePost, type Post } from '../api/posts.js';
import { useWorkspace } from '../api/workspace.js';
import { showToast } from '../lib/toasts.js';
import { ConfirmDialog } from './confirm-dialog.js';

export function DeleteDialog(props: {
  post: Post;
  onClose: () => void;
  /** Called after the post was deleted. By default the calendar opens, because the page of the post is gone. */
  onDeleted?: () => void;
}) {
  const { post, onClose, onDeleted } = props;
  const [shown] = useState(post);
  const deleting = useDeletePost(shown);
  const navigate = useNavigate();
  const { id } = useWorkspace();
  const remove = async (): Promise<void> => {
    await deleting.mutateAsync(undefined);
    showToast('Post deleted');
    if (onDeleted === undefined) await navigate({ to: `/w/${id}` });
    else onDeleted();
  };
  const isPublic = post.targets.some(({ status }) => status === 'PUBLISHED');
  return (
    <ConfirmDialog
      open
      title="Delete this post?"
      action="Delete"
      sending={deleting}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        {isPublic
          ? 'This deletes the post from Punctual only. To remove it from a platform, delete it there.'
          : 'The post is deleted permanently and will not be published.'}
      </p>
    </ConfirmDialog>
  );
}
