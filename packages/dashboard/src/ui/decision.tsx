import { useState } from 'react';
import { useApprovePost, useRejectPost, type Post } from '../api/posts.js';
import { useMay } from '../api/workspace.js';
import { focusHeading } from '../lib/focus-heading.js';
import { isPartlyPublic } from '../lib/partly-public.js';
import { showToast } from '../lib/toasts.js';
import { useAlone } from '../lib/use-alone.js';
import { useHasPassed } from '../lib/use-has-passed.js';
import { DecisionButtons } from './decision-buttons.js';
import { ErrorNote } from './error-state.js';
import { RejectDialog, type TypedReason } from './reject-dialog.js';

/**
 * Buttons to approve a post, or to reject it with a reason. Show them only to users who may approve, for posts that
 * wait for approval. `name` distinguishes the buttons of several posts for screen readers.
 */
export function Decision({ post, name }: { post: Post; name: string }) {
  // The version of the post that the reviewer chose to reject. The decision does not cover later changes.
  const [rejected, setRejected] = useState<Post | null>(null);
  const [reason, setReason] = useState('');
  const approving = useApprovePost(post);
  const alone = useAlone();
  const mayReschedule = useMay('writePosts');
  // The time does not matter for a partly public post, because its approval retries it immediately.
  const hasPassed = useHasPassed(post.scheduledAt);
  const isLate = hasPassed && !isPartlyPublic(post);
  const approve = async (): Promise<void> => {
    await approving.mutateAsync(undefined);
    showToast('Post approved');
    focusHeading();
  };
  return (
    <div className="flex flex-col gap-3">
      {isLate && (
        <p className="text-warning">
          The scheduled time has passed, so this post cannot be approved.{' '}
          {mayReschedule ? 'Reschedule it, or reject it.' : 'Reject it, or ask an editor to reschedule it.'}
        </p>
      )}
      <DecisionButtons
        name={name}
        mayApprove={!isLate}
        busy={approving.isPending}
        onApprove={() => alone(approve)}
        onReject={() => setRejected(post)}
      />
      {/* An overdue post already shows a note above with the user's options. */}
      <ErrorNote error={isLate ? null : approving.error} />
      {rejected !== null && (
        <RejectPostDialog
          post={rejected}
          reason={reason}
          onReason={setReason}
          onClose={() => setRejected(null)}
        />
      )}
    </div>
  );
}

function RejectPostDialog({ post, onClose, ...typed }: { post: Post; onClose: () => void } & TypedReason) {
  const rejecting = useRejectPost(post);
  const reject = async (): Promise<void> => {
    await rejecting.mutateAsync(typed.reason);
    showToast('Post rejected');
    onClose();
    focusHeading();
  };
  return <RejectDialog {...typed} rejecting={rejecting} onReject={reject} onClose={onClose} />;
}
