import { useState } from 'react';
import { isActionAllowed } from '../../../../../src/domain/post-actions.js';
import type { Post } from '../../api/posts.js';
import { useMay } from '../../api/workspace.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/post-actions.js';
import { Button } from '../../ui/button.js';
import { DeletePost } from '../../ui/delete-post.js';
import { DuplicatePost } from '../../ui/duplicate-post.js';
import { ErrorNote } from '../../ui/error-state.js';
import { PublishDialog, useCanPublishNow } from '../../ui/publish-now.js';
import { useRetry } from '../../ui/use-retry.js';

/** Retries a post, publishes it now or deletes it, as far as its state and the user's role allow. */
export function CardActions({ post, onDone }: { post: Post; onDone: () => void }) {
  const mayWrite = useMay('writePosts');
  const canPublishNow = useCanPublishNow();
  const retrying = useRetry(post);
  const [isPublishing, setPublishing] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      {isActionAllowed('retry', post.status) && (
        <Button busy={retrying.isPending} onClick={() => retrying.retry()}>
          {common('retry')}
        </Button>
      )}
      {canPublishNow(post) && <Button onClick={() => setPublishing(true)}>{t('publish.action')}</Button>}
      <DuplicatePost postId={post.id} />
      {isActionAllowed('delete', post.status) && <DeletePost post={post} onDeleted={onDone} />}
      <ErrorNote error={retrying.error} />
      {isPublishing && <PublishDialog post={post} onClose={() => setPublishing(false)} />}
    </>
  );
}
