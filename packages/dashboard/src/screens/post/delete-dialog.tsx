import { useNavigate } from '@tanstack/react-router';
import { useDeletePost, type Post } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { showToast } from '../../lib/toasts.js';
import { useAlone } from '../../lib/use-alone.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';

export function DeleteDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const deleting = useDeletePost(post.id);
  const navigate = useNavigate();
  const alone = useAlone();
  const { id } = useWorkspace();
  const remove = async (): Promise<void> => {
    await deleting.mutateAsync(undefined);
    showToast('The post is deleted');
    await navigate({ to: `/w/${id}` });
  };
  const isPublic = post.targets.some(({ status }) => status === 'PUBLISHED');
  return (
    <ConfirmDialog
      open
      title="Delete the post?"
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
          ? 'It is gone from here, and stays public where it has been published. To take it down, delete it at the platform.'
          : 'It is gone for good. What waits to be published is canceled.'}
      </p>
    </ConfirmDialog>
  );
}
