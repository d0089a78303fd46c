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

/** The statuses of posts that no run will publish without a new request. */
export const endedPostStatuses = [
  'PUBLISHED',
  'PARTIALLY_PUBLISHED',
  'FAILED',
  'CANCELED',
] as const satisfies readonly PostStatus[];

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
 * Derives the post's status from those of its targets (docs/contract.md, "Aggregate status"). * `running` is whether a
 * publish workflow is working on the post: only then is a post with both waiting and finished targets PUBLISHING.
 * NEEDS_APPROVAL is a status of the post itself, which is never derived.
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
  // Canceled targets do not count: a post whose other targets are all public is PUBLISHED.
  if (has('PUBLISHED')) return has('FAILED') ? 'PARTIALLY_PUBLISHED' : 'PUBLISHED';
  if (has('FAILED')) return 'FAILED';
  return targets.length === 0 ? 'DRAFT' : 'CANCELED';
}
