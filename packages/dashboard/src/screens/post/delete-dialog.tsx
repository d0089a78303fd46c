import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDeletePost, type Post } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { useAlone } from '../../lib/use-alone.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';

export function DeleteDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [shown] = useState(post);
  const deleting = useDeletePost(shown);
  const navigate = useNavigate();
  const alone = useAlone();
  const { id } = useWorkspace();
  const remove = async (): Promise<void> => {
    await deleting.mutateAsync(undefined);
    showToast('Post deleted');
    await navigate({ to: `/w/${id}` });
  };
  const isPublic = post.targets.some(({ status }) => status === 'PUBLISHED');
  return (
    <ConfirmDialog
      open
      title="Delete this post?"
      action="Delete"
      busy={deleting.isPending}
      error={deleting.error}
      onClose={onClose}
      onConfirm={() => {
        alone(remove);
      }}
    >
      <p>
        {isPublic
          ? 'This deletes the post from Punctual only. To remove it from a platform, delete it there.'
          : 'The post is deleted permanently and will not be published.'}
      </p>
    </ConfirmDialog>
  );
}
