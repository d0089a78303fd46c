import { inArray } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { targets } from '../../../db/schema/index.js';
import type { PostRecord, TargetRow } from '../../post-records/records.js';

/**
 * Ends the consent to publish unconfirmed targets again, before a post gets another time. A retry that is only moved
 * keeps it. A target that the new time revives, or that was canceled, loses it.
 */
export async function endOldConsents(tx: Tx, record: PostRecord): Promise<void> {
  const ended = record.targets.filter((target) => target.republishUnconfirmed && !isMoved(record, target));
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await tx.update(targets).set({ republishUnconfirmed: false }).where(inArray(targets.id, ids));
}

/** Whether a target already waits for its time or an approval, so that a new time only moves it. */
function isMoved({ post }: PostRecord, { status, cancelRequestedAt }: TargetRow): boolean {
  if (cancelRequestedAt !== null) return false;
  return (
    (post.status === 'SCHEDULED' && status === 'SCHEDULED') ||
    (post.status === 'NEEDS_APPROVAL' && status === 'DRAFT')
  );
}
