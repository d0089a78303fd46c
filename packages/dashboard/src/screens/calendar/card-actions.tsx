import { useState } from 'react';
import { isActionAllowed } from '../../../../../src/domain/post-actions.js';
import { useRetryPost, useSchedulePost, type Post } from '../../api/posts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { isPartlyPublic } from '../../lib/partly-public.js';
import { showToast } from '../../lib/toasts.js';
import { useAlone } from '../../lib/use-alone.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DeletePost } from '../../ui/delete-post.js';
import { DuplicatePost } from '../../ui/duplicate-post.js';
import { ErrorNote } from '../../ui/error-state.js';

/** How far "now" is in the future, so that the service still has time to store the change. */
const leadMs = 15_000;

/** Retries a post, publishes it now or deletes it, as far as its state and the user's role allow. */
export function CardActions({ post, onDone }: { post: Post; onDone: () => void }) {
  const mayWrite = useMay('writePosts');
  const { requireApproval } = useWorkspace();
  const retrying = useRetryPost(post);
  const alone = useAlone();
  const [isPublishing, setPublishing] = useState(false);
  if (!mayWrite) return null;
  const retry = async (): Promise<void> => {
    await retrying.mutateAsync({});
    showToast('Publishing again', 'info');
  };
  const needsApproval = requireApproval && post.approvedAt === null;
  const mayPublish =
    isActionAllowed('schedule', post.status) &&
    post.status !== 'FAILED' &&
    post.targets.length > 0 &&
    !needsApproval &&
    !isPartlyPublic(post);
  return (
    <>
      {isActionAllowed('retry', post.status) && (
        <Button busy={retrying.isPending} onClick={() => alone(retry)}>
          Retry
        </Button>
      )}
      {mayPublish && <Button onClick={() => setPublishing(true)}>Publish now</Button>}
      <DuplicatePost postId={post.id} />
      {isActionAllowed('delete', post.status) && <DeletePost post={post} onDeleted={onDone} />}
      <ErrorNote error={retrying.error} />
      {isPublishing && <PublishDialog post={post} onClose={() => setPublishing(false)} />}
    </>
  );
}

function PublishDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [shown] = useState(post);
  const scheduling = useSchedulePost(shown);
  const publish = async (): Promise<void> => {
    const scheduledAt = new Date(Date.now() + leadMs).toISOString();
    await scheduling.mutateAsync({ scheduledAt, moves: isActionAllowed('reschedule', shown.status) });
    showToast('Publishing now', 'info');
    onClose();
  };
  return (
    <ConfirmDialog
      open
      danger={false}
      title="Publish this post now?"
      action="Publish now"
      sending={scheduling}
      onClose={onClose}
      onConfirm={publish}
    >
      <p>It is published on all its accounts within a minute.</p>
    </ConfirmDialog>
  );
}
