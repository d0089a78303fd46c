import type { components } from '../../../../client/src/api-types.js';
import { useCancelPost, type Post } from '../../api/posts.js';
import { placeOf } from '../../lib/post-changes.js';
import { useAlone } from '../../lib/use-alone.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';

type CancelResult = components['schemas']['CanceledPost']['cancelResults'][number]['result'];

const resultWords: Record<CancelResult, string> = {
  CANCELED: 'it will not be published.',
  IN_FLIGHT: 'a call was under way. Its outcome follows on this page, and no other call begins.',
  UNCONFIRMED: 'an earlier call may have published it. Look at the account.',
  PUBLISHED: 'it is public already.',
  FAILED: 'it had failed before.',
  SKIPPED: 'it was left out before.',
};

/** Asks first, and says afterwards for each account what could still be stopped. */
export function CancelDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const canceling = useCancelPost(post.id);
  const alone = useAlone();
  if (canceling.isSuccess) {
    const results = new Map(canceling.data.cancelResults.map(({ targetId, result }) => [targetId, result]));
    return (
      <Dialog
        open
        onClose={onClose}
        title="The post was canceled"
        description="What could be stopped, by account:"
      >
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {post.targets.map((target) => {
            const result = results.get(target.id);
            return (
              <li key={target.id}>
                {placeOf(target)}: {result === undefined ? 'nothing was to be stopped.' : resultWords[result]}
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
      title="Cancel the post?"
      action="Cancel the post"
      busy={canceling.isPending}
      error={canceling.error}
      onClose={onClose}
      onConfirm={() => {
        alone(async () => {
          await canceling.mutateAsync(undefined);
        });
      }}
    >
      <p>
        It is published nowhere that it has not reached yet. What is public already stays public. You can
        schedule it again later.
      </p>
    </ConfirmDialog>
  );
}
