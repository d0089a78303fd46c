import { useApprovePost, useRejectPost, type Post } from '../api/posts.js';
import { useMay } from '../api/workspace.js';
import { Decision } from './decision.js';

/** The decision of a member. Show it only to users who may approve, for posts that wait for approval. */
export function TeamDecision({ post, name }: { post: Post; name: string }) {
  const approving = useApprovePost(post);
  const mayReschedule = useMay('writePosts');
  return (
    <Decision
      post={post}
      name={name}
      approving={approving}
      onApprove={() => approving.mutateAsync(undefined)}
      useReject={useRejectPost}
      lateAdvice={
        mayReschedule ? 'Reschedule it, or reject it.' : 'Reject it, or ask an editor to reschedule it.'
      }
    />
  );
}
