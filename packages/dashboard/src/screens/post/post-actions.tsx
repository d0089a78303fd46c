import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Post } from '../../api/posts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { isPartlyPublic } from '../../lib/partly-public.js';
import { isActionAllowed } from '../../../../../src/domain/post-actions.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/post.js';
import { t as actions } from '../../messages/post-actions.js';
import { Button, buttonClass } from '../../ui/button.js';
import { CancelPost } from '../../ui/cancel-post.js';
import { ErrorNote } from '../../ui/error-state.js';
import { DeletePost } from '../../ui/delete-post.js';
import { DuplicatePost } from '../../ui/duplicate-post.js';
import { ScheduleDialog } from '../../ui/schedule-dialog.js';
import { useRetry } from '../../ui/use-retry.js';

/** Shows the actions on the whole post that its state allows, for users who may write posts. */
export function PostActions({ post }: { post: Post }) {
  const { id } = useWorkspace();
  const mayWrite = useMay('writePosts');
  const [isScheduling, setIsScheduling] = useState(false);
  const navigate = useNavigate();
  if (!mayWrite) return null;
  const moves = isActionAllowed('reschedule', post.status);
  return (
    <>
      {isActionAllowed('edit', post.status) && (
        <Link to={`/w/${id}/posts/${post.id}/edit`} className={buttonClass()}>
          {common('edit')}
        </Link>
      )}
      <DuplicatePost postId={post.id} />
      {isActionAllowed('schedule', post.status) && !isPartlyPublic(post) && (
        <Button onClick={() => setIsScheduling(true)}>{moves ? actions('move') : actions('schedule')}</Button>
      )}
      {isActionAllowed('cancel', post.status) && post.status !== 'CANCELED' && <CancelPost post={post} />}
      {isActionAllowed('delete', post.status) && (
        // The user is led to the first screen, because the page of the post no longer exists.
        <DeletePost post={post} onDeleted={() => void navigate({ to: `/w/${id}` })} />
      )}
      {isScheduling && <ScheduleDialog post={post} onClose={() => setIsScheduling(false)} />}
    </>
  );
}

/** A button to retry all failed targets. The service first looks up those that may be public. */
export function RetryAll({ post }: { post: Post }) {
  const retrying = useRetry(post);
  const mayWrite = useMay('writePosts');
  const failed = post.targets.filter(({ status }) => status === 'FAILED');
  if (!mayWrite || failed.length < 2 || !isActionAllowed('retry', post.status)) return null;
  return (
    <div className="flex flex-col gap-2">
      <Button className="self-start" busy={retrying.isPending} onClick={() => retrying.retry()}>
        {t('retryAll')}
      </Button>
      <ErrorNote error={retrying.error} />
    </div>
  );
}
