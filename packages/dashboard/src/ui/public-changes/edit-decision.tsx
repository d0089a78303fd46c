import { useState } from 'react';
import { useRejectPost, type Post } from '../../api/posts.js';
import { useApproveEdits } from '../../api/public-changes.js';
import { focusHeading } from '../../lib/focus-heading.js';
import { showToast } from '../../lib/toasts.js';
import { useAlone } from '../../lib/use-alone.js';
import { t } from '../../messages/changes.js';
import { Button } from '../button.js';
import { ErrorNote } from '../error-state.js';
import { RejectDialog } from '../reject-dialog.js';

/** The decision about the corrected texts of a public post. Show it only to users who may approve. */
export function EditDecision({ post }: { post: Post }) {
  const approving = useApproveEdits(post);
  const rejecting = useRejectPost(post);
  const alone = useAlone();
  const [isRejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const approve = async (): Promise<void> => {
    await approving.mutateAsync(undefined);
    showToast(t('decision.approved'));
    focusHeading();
  };
  const reject = async (): Promise<void> => {
    await rejecting.mutateAsync(reason);
    showToast(t('decision.rejected'));
    setRejecting(false);
    focusHeading();
  };
  return (
    <div className="flex flex-col gap-3">
      <p>{t('edited.NEEDS_APPROVAL')}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={approving.isPending} onClick={() => alone(approve)}>
          {t('decision.approve')}
        </Button>
        <Button onClick={() => setRejecting(true)}>{t('decision.reject')}</Button>
      </div>
      <ErrorNote error={approving.error} />
      {isRejecting && (
        <RejectDialog
          reason={reason}
          onReason={setReason}
          rejecting={rejecting}
          onReject={reject}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  );
}
