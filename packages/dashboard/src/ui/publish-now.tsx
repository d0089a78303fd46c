import { useState } from 'react';
import { isActionAllowed } from '../../../../src/domain/post-actions.js';
import { soonestTime, useSchedulePost, type Post } from '../api/posts.js';
import { useWorkspace } from '../api/workspace.js';
import { isPartlyPublic } from '../lib/partly-public.js';
import { showToast } from '../lib/toasts.js';
import { t } from '../messages/post-actions.js';
import { ConfirmDialog } from './confirm-dialog.js';

/** Returns whether users who may write posts can publish a post now. Without a needed approval, they cannot. */
export function useCanPublishNow(): (post: Post) => boolean {
  const { requireApproval } = useWorkspace();
  return (post) =>
    isActionAllowed('schedule', post.status) &&
    post.status !== 'FAILED' &&
    post.targets.length > 0 &&
    !(requireApproval && post.approvedAt === null) &&
    !isPartlyPublic(post);
}

/** Asks whether a post is published now, and does so. */
export function PublishDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [shown] = useState(post);
  const scheduling = useSchedulePost(shown);
  const publish = async (): Promise<void> => {
    const scheduledAt = await soonestTime();
    await scheduling.mutateAsync({ scheduledAt, moves: isActionAllowed('reschedule', shown.status) });
    showToast(t('publish.done'), 'info');
    onClose();
  };
  return (
    <ConfirmDialog
      open
      danger={false}
      title={t('publish.question')}
      action={t('publish.action')}
      sending={scheduling}
      onClose={onClose}
      onConfirm={publish}
    >
      <p>{t('publish.effect')}</p>
    </ConfirmDialog>
  );
}
