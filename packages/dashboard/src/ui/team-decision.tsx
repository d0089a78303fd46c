import { useHoldPost } from '../api/held-posts.js';
import { useRejectPost, type Post } from '../api/posts.js';
import { useMay } from '../api/workspace.js';
import { t } from '../messages/common.js';
import { Decision } from './decision.js';

/** The decision of a member. Show it only to users who may approve, for posts that wait for approval. */
export function TeamDecision({ post, name }: { post: Post; name: string }) {
  const approving = useHoldPost('approve');
  const mayMove = useMay('writePosts');
  return (
    <Decision
      post={post}
      name={name}
      approving={approving}
      onApprove={() => approving.mutateAsync(post)}
      useReject={useRejectPost}
      lateAdvice={t(mayMove ? 'decision.lateForWriters' : 'decision.lateForOthers')}
    />
  );
}
