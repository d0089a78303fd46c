import { Link } from '@tanstack/react-router';
import type { Outcome } from '../../api/bulk.js';
import { ApiError, AwayError, isOutcomeUnknown, toldOf } from '../../api/errors.js';
import { useWorkspace } from '../../api/workspace.js';
import type { BulkAction } from '../../lib/bulk-actions.js';
import { sentenceOf } from '../../lib/finding-sentence.js';
import { inOne, type Told } from '../../lib/told.js';
import { t } from '../../messages/bulk.js';
import { t as common } from '../../messages/common.js';
import { Button } from '../button.js';
import { Dialog, DialogActions } from '../dialog.js';
import { ToldText } from '../told-text.js';

export interface BulkResult {
  action: BulkAction;
  done: number;
  /** The posts that were not changed, or whose outcome is unknown. */
  failed: readonly (Outcome & { name: string })[];
}

/** Tells which of several posts could not be changed, and why. They stay selected. */
export function ResultDialog({ result, onClose }: { result: BulkResult; onClose: () => void }) {
  const { id } = useWorkspace();
  const { action, done, failed } = result;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`${action}.partlyDone`, { count: done, all: done + failed.length })}
      description={t('failed.effect')}
    >
      <ul aria-label={t('failed.list')} className="flex flex-col divide-y divide-line">
        {failed.map(({ postId, name, error }) => (
          <li key={postId} className="flex flex-col gap-0.5 py-2">
            <Link to={`/w/${id}/posts/${postId}`} className="font-semibold underline wrap-anywhere">
              {name}
            </Link>
            <span className="text-sm text-muted wrap-anywhere">
              <ToldText told={reasonOf(error)} />
            </span>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {common('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function reasonOf(error: Error | null): Told {
  if (error instanceof AwayError) return t('failed.noResponse');
  if (isOutcomeUnknown(error)) return inOne(`${t('failed.unknown')} `, toldOf(error));
  // If there are details, the message only repeats the first of them.
  if (error instanceof ApiError && error.details.length > 0) {
    return inOne(...error.details.flatMap((detail, at) => [at === 0 ? '' : ' ', sentenceOf(detail)]));
  }
  return toldOf(error);
}
