import { useState } from 'react';
import { isActionAllowed } from '../../../../../src/domain/post-actions.js';
import { soonestTime, useSchedulePost, type Post } from '../../api/posts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { isPartlyPublic } from '../../lib/partly-public.js';
import { showToast } from '../../lib/toasts.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/calendar.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DeletePost } from '../../ui/delete-post.js';
import { DuplicatePost } from '../../ui/duplicate-post.js';
import { ErrorNote } from '../../ui/error-state.js';
import { useRetry } from '../../ui/use-retry.js';

/** Retries a post, publishes it now or deletes it, as far as its state and the user's role allow. */
export function CardActions({ post, onDone }: { post: Post; onDone: () => void }) {
  const mayWrite = useMay('writePosts');
  const { requireApproval } = useWorkspace();
  const retrying = useRetry(post);
  const [isPublishing, setPublishing] = useState(false);
  if (!mayWrite) return null;
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
        <Button busy={retrying.isPending} onClick={() => retrying.retry()}>
          {common('retry')}
        </Button>
      )}
      {mayPublish && <Button onClick={() => setPublishing(true)}>{t('publishNow')}</Button>}
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
    const scheduledAt = await soonestTime();
    await scheduling.mutateAsync({ scheduledAt, moves: isActionAllowed('reschedule', shown.status) });
    showToast(t('publishingNow'), 'info');
    onClose();
  };
  return (
    <ConfirmDialog
      open
      danger={false}
      title={t('publishThisPostNow')}
      action={t('publishNow')}
      sending={scheduling}
      onClose={onClose}
      onConfirm={publish}
    >
      <p>{t('itIsPublishedOnAll')}</p>
    </ConfirmDialog>
  );
}
