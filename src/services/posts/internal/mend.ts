import type { Queryable } from '../../../db/client.js';
import { AppError } from '../../../domain/errors.js';
import { allowedActions } from '../../../domain/post-actions.js';
import type { PostRecord, TargetRow } from '../../post-records/records.js';
import type { TargetInput } from '../../post-records/types.js';
import type { UpdatePostInput } from '../types.js';
import { checkNamedMedia } from './content.js';
import { isSamePublication } from './post-comparison.js';

/** Whether a target of the post is public already. What it shows can no longer change. */
export function isPartlyPublic({ targets }: Pick<PostRecord, 'targets'>): boolean {
  return targets.some(({ status }) => status === 'PUBLISHED');
}

/** Whether an edit may change a target beside one that is public: it has failed, or waits for an approval to go again. */
export function isMendable({ post }: PostRecord, { status }: Pick<TargetRow, 'status'>): boolean {
  return status === 'FAILED' || (post.status === 'NEEDS_APPROVAL' && status === 'DRAFT');
}

/**
 * The targets of a partly public post as an edit wants them. Those that it does not name stay as they are: a list of
 * the failed ones must not take the published ones out of the post.
 */
export async function mendTargets(
  q: Queryable,
  current: PostRecord,
  inputs: readonly TargetInput[],
): Promise<TargetRow[]> {
  const rowOf = ({ socialAccountId }: TargetInput): TargetRow | undefined =>
    current.targets.find((row) => row.socialAccountId === socialAccountId);
  if (inputs.some((input) => rowOf(input) === undefined)) {
    throw closed(current, 'Part of the post is public already. Create a new post for further accounts.');
  }
  // What is public may name media that are gone from the library by now.
  const named = inputs.map((input) => {
    const row = rowOf(input);
    return row !== undefined && isMendable(current, row) ? input : { mediaIds: [], platformOptions: null };
  });
  await checkNamedMedia(q, current.post.workspaceId, { targets: named });
  return current.targets.map((row) => {
    const input = inputs.find(({ socialAccountId }) => socialAccountId === row.socialAccountId);
    if (input === undefined) return row;
    const { captionOverride, firstComment, platformOptions, mediaIds } = input;
    return { ...row, captionOverride, firstComment, platformOptions, mediaIds };
  });
}

/** Refuses an edit that would have a target say something else than what is public, or than what was called off. */
export function checkClosedTargets(current: PostRecord, next: PostRecord): void {
  const targetIds = current.targets
    .filter((row) => !isMendable(current, row) && !isSamePublication(current, next, row.id))
    .map(({ id }) => id);
  if (targetIds.length === 0) return;
  throw closed(
    current,
    'Only the failed targets of a partly public post can change. Name those alone in targets, each with its own captionOverride, firstComment, mediaIds (or mediaItems) or platformOptions; then retry the post.',
    targetIds,
  );
}

/** Refuses another time: what has failed of a partly public post goes out at once, with a retry. */
export function checkTimeIsKept(current: PostRecord, { scheduledFor }: UpdatePostInput): void {
  if (scheduledFor === undefined || scheduledFor?.getTime() === current.post.scheduledAt?.getTime()) return;
  throw closed(
    current,
    'Part of the post is public already, so its time cannot change. A retry publishes the failed targets at once.',
  );
}

/**
 * Refuses another time for a retry that waits for an approval: it goes out at once when it is approved. A post that is
 * still to come was not retried but scheduled, and one of its targets has turned out to be public since.
 */
export function checkNotHeldForRetry(record: PostRecord, now: Date): void {
  const { status, scheduledAt } = record.post;
  const isToCome = scheduledAt !== null && scheduledAt > now;
  if (status !== 'NEEDS_APPROVAL' || !isPartlyPublic(record) || isToCome) return;
  throw new AppError(
    'INVALID_STATE',
    'Part of the post is public already. What waits of it is published at once when it is approved.',
    {
      status,
      allowed: allowedActions(status).filter((action) => action !== 'schedule' && action !== 'reschedule'),
    },
  );
}

/** Why there is no edit while failed targets are on their way out again. */
export function retryWaits(record: PostRecord): AppError<'INVALID_STATE'> {
  const targetIds = record.targets.filter(({ status }) => status === 'SCHEDULED').map(({ id }) => id);
  return closed(
    record,
    'The failed targets of the post are about to be published again. Wait for the outcome, then edit what has failed.',
    targetIds,
    'edit',
  );
}

function closed(
  { post: { status } }: PostRecord,
  message: string,
  targetIds: string[] = [],
  impossible?: 'edit',
): AppError<'INVALID_STATE'> {
  const allowed = allowedActions(status).filter((action) => action !== impossible);
  return new AppError('INVALID_STATE', message, {
    status,
    allowed,
    ...(targetIds.length > 0 && { targetIds }),
  });
}
