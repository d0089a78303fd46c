import type { components } from '../../../../client/src/api-types.js';
import { useCancelPost, type Post } from '../../api/posts.js';
import { placeOf } from '../../lib/post-changes.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';

type CancelResult = components['schemas']['CanceledPost']['cancelResults'][number]['result'];

const resultLabels: Record<CancelResult, string> = {
  CANCELED: 'it will not be published.',
  IN_FLIGHT: 'it was already being sent. The result will appear on this page, and nothing else will be sent.',
  UNCONFIRMED: 'an earlier attempt may have published it. Check the account.',
  PUBLISHED: 'it was already published.',
  FAILED: 'it had already failed.',
  SKIPPED: 'it had been skipped.',
};

/** Asks for confirmation, cancels the post, and then shows for each account whether the cancellation came in time. */
export function CancelDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const canceling = useCancelPost(post);
  if (canceling.isSuccess) {
    const results = new Map(canceling.data.cancelResults.map(({ targetId, result }) => [targetId, result]));
    return (
      <Dialog open onClose={onClose} title="The post was canceled" description="Result for each account:">
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {post.targets.map((target) => {
            const result = results.get(target.id);
            return (
              <li key={target.id}>
                {placeOf(target)}:{' '}
                {result === undefined ? 'there was nothing to cancel.' : resultLabels[result]}
              </li>
            );
          })}
        </ul>
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      title="Cancel this post?"
      action="Cancel post"
      wayOut="Keep post"
      sending={canceling}
      onClose={onClose}
      onConfirm={() => canceling.mutateAsync(undefined)}
    >
      <p>
        The post will not be published on the remaining accounts. Where it is already published, it stays. You
        can schedule it again later.
      </p>
    </ConfirmDialog>
  );
}
