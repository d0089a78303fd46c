import { isDeepStrictEqual } from 'node:util';
import type { PostRecord, TargetRow } from './post-records.js';

/** Whether a change would leave the caller's content as it is; then nothing is written, updatedAt included. */
export function isSameContent(current: PostRecord, next: PostRecord): boolean {
  return changedFields(current, next).length === 0;
}

/** The parts of the caller's content that a change would alter, by name. */
export function changedFields(current: PostRecord, next: PostRecord): string[] {
  const same = {
    caption: current.post.caption === next.post.caption,
    timezone: current.post.timezone === next.post.timezone,
    media:
      isDeepStrictEqual(current.media, next.media) &&
      isDeepStrictEqual(current.post.mediaAltText, next.post.mediaAltText),
    targets: isSameTargets(current, next),
  };
  return Object.entries(same).flatMap(([name, isSame]) => (isSame ? [] : [name]));
}

function isSameTargets(current: PostRecord, next: PostRecord): boolean {
  if (current.targets.length !== next.targets.length) return false;
  return current.targets.every((target, index) => {
    const other = next.targets[index];
    return other?.id === target.id && isSameTarget(target, other);
  });
}

export function isSameTarget(current: TargetRow, next: TargetRow): boolean {
  return (
    current.order === next.order &&
    current.captionOverride === next.captionOverride &&
    current.firstComment === next.firstComment &&
    isDeepStrictEqual(current.platformOptions, next.platformOptions) &&
    isDeepStrictEqual(current.mediaIds, next.mediaIds)
  );
}
