import { useState, type ReactNode } from 'react';
import { focusHeading } from '../lib/focus-heading.js';
import { showToast } from '../lib/toasts.js';
import { useAlone } from '../lib/use-alone.js';
import { useHasPassed } from '../lib/use-now.js';
import { isPartlyPublic } from '../lib/partly-public.js';
import { t } from '../messages/common.js';
import { Button } from './button.js';
import { ErrorNote } from './error-state.js';
import { RejectDialog, type RejectionWords, type TypedReason } from './reject-dialog.js';

interface Decidable {
  scheduledAt: string | null;
  targets: readonly { status: string }[];
}

interface Sending {
  isPending: boolean;
  error: unknown;
}

export interface DecisionProps<Post extends Decidable> {
  post: Post;
  /** Distinguishes the buttons of several posts for screen readers. */
  name: string;
  approving: Sending;
  /** Approves the post as it is shown, and shows a message about it. */
  onApprove: () => Promise<unknown>;
  /** Returns a mutation that rejects a version of the post with a reason. */
  useReject: (rejected: Post) => Sending & { mutateAsync: (reason: string) => Promise<unknown> };
  /** A sentence about what the user can do if the time of the post has passed. */
  lateAdvice: string;
  /** The texts for a rejection that does not concern the whole post. */
  rejection?: RejectionWords;
  /** Further buttons beside those of the decision. */
  children?: ReactNode;
}

const ofPost: RejectionWords = {
  title: t('reject.title'),
  effect: t('reject.effect'),
  done: t('decision.rejected'),
};

/** Buttons to approve a post that waits for approval, or to reject it with a reason. */
export function Decision<Post extends Decidable>(props: DecisionProps<Post>) {
  const { post, name, approving, onApprove, useReject, lateAdvice, rejection = ofPost, children } = props;
  // The version of the post that the reviewer chose to reject. The decision does not cover later changes.
  const [rejected, setRejected] = useState<Post | null>(null);
  const [reason, setReason] = useState('');
  const alone = useAlone();
  // The time does not matter for a partly public post, because its approval retries it immediately.
  const isLate = useHasPassed(post.scheduledAt) && !isPartlyPublic(post);
  const approve = async (): Promise<void> => {
    await onApprove();
    focusHeading();
  };
  return (
    <div className="flex flex-col gap-3">
      {isLate && (
        <p className="text-warning">
          {t('decision.late')} {lateAdvice}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          aria-label={t('decision.approveNamed', { name })}
          disabled={isLate}
          busy={approving.isPending}
          onClick={() => alone(approve)}
        >
          {t('decision.approve')}
        </Button>
        <Button aria-label={t('decision.rejectNamed', { name })} onClick={() => setRejected(post)}>
          {t('decision.reject')}
        </Button>
        {children}
      </div>
      {/* An overdue post already shows a note above with the user's options. */}
      <ErrorNote error={isLate ? null : approving.error} />
      {rejected !== null && (
        <Rejection
          post={rejected}
          useReject={useReject}
          words={rejection}
          reason={reason}
          onReason={setReason}
          onClose={() => setRejected(null)}
        />
      )}
    </div>
  );
}

interface RejectionProps<Post extends Decidable>
  extends Pick<DecisionProps<Post>, 'post' | 'useReject'>, TypedReason {
  words: RejectionWords;
  onClose: () => void;
}

function Rejection<Post extends Decidable>({ post, useReject, onClose, ...typed }: RejectionProps<Post>) {
  const rejecting = useReject(post);
  const reject = async (): Promise<void> => {
    await rejecting.mutateAsync(typed.reason);
    showToast(typed.words.done);
    onClose();
    focusHeading();
  };
  return <RejectDialog {...typed} rejecting={rejecting} onReject={reject} onClose={onClose} />;
}
