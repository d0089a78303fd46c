import type { PlatformInfo } from './api.js';
import type { TargetDraft } from './draft.js';

type Platforms = ReadonlyMap<string, PlatformInfo>;

/** Returns the accounts whose platforms publish a first comment. */
export const commentable = (targets: readonly TargetDraft[], platforms: Platforms): readonly TargetDraft[] =>
  targets.filter(({ platform }) => platforms.get(platform)?.limits?.firstComment === true);

/**
 * Returns the first comment that accounts have in common: the one that most of them have. If there are several such
 * comments, no comment comes first, because then one account has a comment of its own.
 */
export function commonComment(targets: readonly TargetDraft[], platforms: Platforms): string {
  const counts = new Map<string, number>();
  for (const { firstComment } of commentable(targets, platforms))
    counts.set(firstComment, (counts.get(firstComment) ?? 0) + 1);
  const max = Math.max(0, ...counts.values());
  const most = [...counts].filter(([, count]) => count === max).map(([comment]) => comment);
  return most.includes('') ? '' : (most[0] ?? '');
}

/** Changes the common comment. An account with a comment of its own keeps it. */
export function setCommonComment(
  targets: readonly TargetDraft[],
  platforms: Platforms,
  comment: string,
): readonly TargetDraft[] {
  const common = commonComment(targets, platforms);
  const sharing = new Set(
    commentable(targets, platforms).filter(({ firstComment }) => firstComment === common),
  );
  return targets.map((target) => (sharing.has(target) ? { ...target, firstComment: comment } : target));
}

/** Gives an account that is being added the comment that the others have in common. */
export function withCommonComment(
  target: TargetDraft,
  others: readonly TargetDraft[],
  platforms: Platforms,
): TargetDraft {
  const [supported] = commentable([target], platforms);
  return supported === undefined ? target : { ...target, firstComment: commonComment(others, platforms) };
}
