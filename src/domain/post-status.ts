export const postStatuses = [
  'DRAFT',
  'NEEDS_APPROVAL',
  'SCHEDULED',
  'PUBLISHING',
  'PARTIALLY_PUBLISHED',
  'PUBLISHED',
  'FAILED',
  'CANCELED',
] as const;
export type PostStatus = (typeof postStatuses)[number];

export const targetStatuses = [
  'DRAFT',
  'SCHEDULED',
  'PUBLISHING',
  'PUBLISHED',
  'FAILED',
  'SKIPPED',
  'CANCELED',
] as const;
export type TargetStatus = (typeof targetStatuses)[number];

/**
 * Derives the post's status from those of its targets (docs/contract.md, "Aggregate status").
 *
 * `running` says whether a publish workflow is at work on the post: only then do targets that still wait
 * beside finished ones mean PUBLISHING. NEEDS_APPROVAL is a state of the post alone and never derived.
 */
export function derivePostStatus(
  targets: readonly TargetStatus[],
  { running }: { running: boolean },
): Exclude<PostStatus, 'NEEDS_APPROVAL'> {
  const has = (status: TargetStatus): boolean => targets.includes(status);
  if (has('PUBLISHING')) return 'PUBLISHING';
  const finished = has('PUBLISHED') || has('FAILED') || has('CANCELED');
  if (has('SCHEDULED')) return running && finished ? 'PUBLISHING' : 'SCHEDULED';
  if (has('DRAFT')) return 'DRAFT';
  // Canceled targets are no longer wanted. If the rest is public, everything wanted is public.
  if (has('PUBLISHED')) return has('FAILED') ? 'PARTIALLY_PUBLISHED' : 'PUBLISHED';
  if (has('FAILED')) return 'FAILED';
  return targets.length === 0 ? 'DRAFT' : 'CANCELED';
}
