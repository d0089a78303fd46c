import { isDeepStrictEqual } from 'node:util';
import type { PostRecord, TargetRow } from './post-records.js';

/** Whether a change would leave the caller's content as it is; then nothing is written, updatedAt included. */
export function isSameContent(current: PostRecord, next: PostRecord): boolean {
  const sameHead =
    current.post.caption === next.post.caption &&
    current.post.timezone === next.post.timezone &&
    isDeepStrictEqual(current.media, next.media);
  if (!sameHead || current.targets.length !== next.targets.length) return false;
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
