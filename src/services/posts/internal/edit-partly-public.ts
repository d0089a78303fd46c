import type { Queryable } from '../../../db/client.js';
import { AppError } from '../../../domain/errors.js';
import { findingOf, refuseErrors, type Finding } from '../../../domain/findings.js';
import type { Shape } from '../../../domain/request-shape.js';
import type { PostRecord, TargetRow } from '../../post-records/records.js';
import type { TargetInput } from '../../post-records/types.js';
import type { RequestContext } from '../../shared/context.js';
import type { UpdatePostInput } from '../types.js';
import { allowedNow } from './allowed.js';
import { checkNamedMedia, homeOf } from './named-media.js';
import { isCommentEditable, isHeldForRetry, isEditable } from './partly-public.js';
import { isSamePublication, isTailAlone } from './post-comparison.js';

/**
 * The targets of a partly public post after an edit. Targets that the edit does not name stay unchanged, so that a list
 * of the failed ones does not remove the published ones from the post.
 */
export async function editTargets(
  q: Queryable,
  ctx: RequestContext,
  current: PostRecord,
  { shape, targets: inputs }: { shape: Shape; targets: readonly TargetInput[] },
): Promise<TargetRow[]> {
  const rowOf = ({ socialAccountId }: TargetInput): TargetRow | undefined =>
    current.targets.find((row) => row.socialAccountId === socialAccountId);
  if (inputs.some((input) => rowOf(input) === undefined)) {
    throw closed(ctx, current, 'Part of the post is public already. Create a new post for further accounts.');
  }
  // A public target may name media that were deleted since.
  const named = inputs.map((input) => {
    const row = rowOf(input);
    const isOpen = row !== undefined && isEditable(current, row) && row.status !== 'PUBLISHED';
    return isOpen ? input : { mediaIds: [], platformOptions: null, partsOverride: input.partsOverride };
  });
  await checkNamedMedia(q, ctx, homeOf(current), { shape, targets: named });
  return current.targets.map((row) => {
    const input = inputs.find(({ socialAccountId }) => socialAccountId === row.socialAccountId);
    if (input === undefined) return row;
    const { captionOverride, partsOverride = null, firstComment, platformOptions, mediaIds } = input;
    return { ...row, captionOverride, partsOverride, firstComment, platformOptions, mediaIds };
  });
}

/** Refuses an edit that would change the content of a public or canceled target. */
export function checkClosedTargets(ctx: RequestContext, current: PostRecord, next: PostRecord): void {
  const isKept = (row: TargetRow): boolean =>
    isSamePublication(current, next, row.id) ||
    (isCommentEditable(ctx, current.post, row) && isOtherCommentAlone(current, next, row));
  // Only the parts of a target that are not public can change.
  const isUnsentAlone = (row: TargetRow): boolean =>
    row.status !== 'PUBLISHED' || isTailAlone(current, next, row);
  const targetIds = current.targets
    .filter((row) => !(isEditable(current, row) && isUnsentAlone(row)) && !isKept(row))
    .map(({ id }) => id);
  if (targetIds.length === 0) return;
  throw closed(
    ctx,
    current,
    'Part of the post is public already. Only its failed targets can change, and parts and first comments that were not published. Send only those in targets, each with its own captionOverride, partsOverride, firstComment, mediaIds (or mediaItems) or platformOptions; then retry the post.',
    targetIds,
  );
}

/** Whether an edit changes only the first comment of a target. */
function isOtherCommentAlone(
  current: PostRecord,
  next: PostRecord,
  { id, firstComment }: TargetRow,
): boolean {
  const isAsked = next.targets.some((row) => row.id === id && row.firstComment !== null);
  const targets = next.targets.map((row) => (row.id === id ? { ...row, firstComment } : row));
  return isAsked && isSamePublication(current, { ...next, targets }, id);
}

/** Refuses first comments that the platform would not accept (422). Only these are sent again for a public target. */
export function checkEditedComments(
  { platforms }: Pick<RequestContext, 'platforms'>,
  current: PostRecord,
  next: PostRecord,
  { shape, targets: named = [] }: UpdatePostInput,
): void {
  const findings = current.targets.flatMap((row): Finding[] => {
    const { firstComment } = next.targets.find(({ id }) => id === row.id) ?? row;
    if (row.status !== 'PUBLISHED' || firstComment === row.firstComment) return [];
    const { platform, socialAccountId, platformOptions: options } = row;
    const index = named.findIndex((input) => input.socialAccountId === socialAccountId);
    const broken = platforms.get(platform)?.validate({ text: '', firstComment, options, media: [] }) ?? [];
    return broken
      .filter(({ field }) => field === 'firstComment')
      .map((violation) => findingOf(violation, row, { shape, index }));
  });
  refuseErrors(findings);
}

/** Refuses a new time, because a retry publishes the failed targets of a partly public post immediately. */
export function checkTimeIsKept(
  ctx: RequestContext,
  current: PostRecord,
  { scheduledFor }: UpdatePostInput,
): void {
  if (scheduledFor === undefined || scheduledFor?.getTime() === current.post.scheduledAt?.getTime()) return;
  throw closed(
    ctx,
    current,
    'Part of the post is public already, so its time cannot change. A retry publishes the failed targets at once.',
  );
}

/** Refuses a new time for a retry that waits for an approval, because it is published as soon as it is approved. */
export function checkNotHeldForRetry(ctx: RequestContext, record: PostRecord): void {
  if (!isHeldForRetry(record, ctx.clock.now())) return;
  throw closed(
    ctx,
    record,
    'Part of the post is public already. The rest waits for an approval, and is published as soon as it is approved.',
  );
}

/** The error of an edit while failed targets are being retried. */
export function retryWaits(ctx: RequestContext, record: PostRecord): AppError<'INVALID_STATE'> {
  const targetIds = record.targets.filter(({ status }) => status === 'SCHEDULED').map(({ id }) => id);
  return closed(
    ctx,
    record,
    'The failed targets of the post are about to be published again. Wait for the outcome, then edit what has failed.',
    targetIds,
  );
}

function closed(
  ctx: RequestContext,
  record: PostRecord,
  message: string,
  targetIds: string[] = [],
): AppError<'INVALID_STATE'> {
  return new AppError('INVALID_STATE', message, {
    status: record.post.status,
    allowed: allowedNow(ctx, record),
    ...(targetIds.length > 0 && { targetIds }),
  });
}
