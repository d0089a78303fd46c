import { useHoldPost } from '../api/held-posts.js';
import { useRejectPost, type Post } from '../api/posts.js';
import { useMay } from '../api/workspace.js';
import { waitsFor } from '../lib/public-changes.js';
import { t as changes } from '../messages/changes.js';
import { t } from '../messages/common.js';
import { Decision } from './decision.js';
import type { RejectionWords } from './reject-dialog.js';

const ofText: RejectionWords = {
  title: changes('decision.rejectTitle'),
  effect: changes('decision.rejectEffect'),
  done: changes('decision.rejected'),
};

/** The decision of a member about a post, or about its corrected texts. Shows nothing to others, or if none is wanted. */
export function TeamDecision({ post, name }: { post: Post; name?: string }) {
  const what = waitsFor(post);
  const approving = useHoldPost(what ?? 'approve');
  const mayApprove = useMay('approvePosts');
  const mayMove = useMay('writePosts');
  if (!mayApprove || what === undefined) return null;
  const isOfText = what === 'approveText';
  return (
    <Decision
      post={post}
      name={isOfText ? textName(name) : (name ?? t('decision.thePost'))}
      approving={approving}
      onApprove={() => approving.mutateAsync(post)}
      useReject={useRejectPost}
      lateAdvice={t(mayMove ? 'decision.lateForWriters' : 'decision.lateForOthers')}
      {...(isOfText && { rejection: ofText })}
    />
  );
}

const textName = (name: string | undefined): string =>
  name === undefined ? changes('decision.theText') : changes('decision.textOf', { name });
