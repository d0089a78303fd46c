import { useState } from 'react';
import { useApprovePost, useRejectPost, type Post } from '../api/posts.js';
import { detailFor } from '../api/errors.js';
import { useMay } from '../api/workspace.js';
import { focusHeading } from '../lib/focus-heading.js';
import { isPartlyPublic } from '../lib/partly-public.js';
import { showToast } from '../lib/toasts.js';
import { useAlone } from '../lib/use-alone.js';
import { useHasPassed } from '../lib/use-has-passed.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { ErrorNote } from './error-state.js';
import { TextArea } from './field.js';
import { DialogForm } from './form.js';

const reasonCharsMax = 1_000;

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
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          aria-label={`Approve ${name}`}
          disabled={isLate}
          busy={approving.isPending}
          onClick={() => alone(approve)}
        >
          Approve
        </Button>
        <Button aria-label={`Reject ${name}`} onClick={() => setRejected(post)}>
          Reject
        </Button>
      </div>
      {/* An overdue post already shows a note above with the user's options. */}
      <ErrorNote error={isLate ? null : approving.error} />
      {rejected !== null && (
        <RejectDialog
          post={rejected}
          reason={reason}
          onReason={setReason}
          onClose={() => setRejected(null)}
        />
      )}
    </div>
  );
}

function RejectDialog(props: {
  post: Post;
  /** The parent keeps the reason, so that it survives a refresh of the post. */
  reason: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}) {
  const { post, reason, onReason, onClose } = props;
  const rejecting = useRejectPost(post);
  const submit = async (): Promise<void> => {
    await rejecting.mutateAsync(reason);
    showToast('Post rejected');
    onClose();
    focusHeading();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reject post"
      description="The post becomes a draft again, and its authors see your reason."
    >
      <DialogForm
        action="Reject"
        sending={rejecting}
        fields={['reason']}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextArea
          label="What needs to change?"
          required
          rows={4}
          maxLength={reasonCharsMax}
          value={reason}
          error={detailFor(rejecting.error, 'reason')}
          onChange={(event) => onReason(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
