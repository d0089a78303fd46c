import { isDeepStrictEqual } from 'node:util';
import { dueOf, partsOf, type PostRecord, type TargetRow } from '../../post-records/records.js';

/** Whether a change would leave the post unchanged. If so, nothing is written, not even `updatedAt`. */
export function isUnchanged(current: PostRecord, next: PostRecord): boolean {
  return changedFields(current, next).length === 0;
}

/**
 * Whether a change leaves the content unchanged. `metadata` does not count as content: changing it neither ends an
 * approval nor replaces a run.
 */
export function isSameContent(current: PostRecord, next: PostRecord): boolean {
  return changedFields(current, next).every((name) => name === 'metadata');
}

/** The names of the fields that a change would alter. */
export function changedFields(current: PostRecord, next: PostRecord): string[] {
  const same = {
    caption: current.post.caption === next.post.caption,
    parts: isDeepStrictEqual(current.post.parts, next.post.parts),
    timezone: current.post.timezone === next.post.timezone,
    metadata: isDeepStrictEqual(current.post.metadata, next.post.metadata),
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

/** Whether a change leaves the publication of one target unchanged. A removed target has no publication. */
export function isSamePublication(current: PostRecord, next: PostRecord, targetId: string): boolean {
  return isDeepStrictEqual(publicationOf(current, targetId), publicationOf(next, targetId));
}

/** Whether a change alters only the parts of a partly public target that are not public. */
export function isTailAlone(current: PostRecord, next: PostRecord, target: TargetRow): boolean {
  const publicParts = (dueOf(target)?.order ?? 0) - 1;
  if (target.status !== 'PUBLISHED' || publicParts < 0) return false;
  const [before, after] = [publicationOf(current, target.id), publicationOf(next, target.id)];
  if (before === undefined || after === undefined || after.parts.length <= publicParts) return false;
  const parts = [...before.parts.slice(0, publicParts), ...after.parts.slice(publicParts)];
  return isDeepStrictEqual({ ...before, parts }, after);
}

function publicationOf({ post, targets: rows, media }: PostRecord, targetId: string) {
  const target = rows.find(({ id }) => id === targetId);
  if (target === undefined) return undefined;
  const ownMedia = target.mediaIds.map((id) => ({ id, altText: altTextOf({ post, media }, id) }));
  const postMedia = media.map(({ mediaAssetId: id, altText }) => ({ id, altText }));
  const parts = partsOf(post, target).map(({ text, mediaIds }) => ({
    text,
    media: mediaIds.map((id) => ({ id, altText: altTextOf({ post, media }, id) })),
  }));
  return {
    text: target.captionOverride ?? post.caption,
    parts,
    firstComment: target.firstComment,
    options: target.platformOptions,
    media: ownMedia.length > 0 ? ownMedia : postMedia,
  };
}

function altTextOf({ post, media }: Pick<PostRecord, 'post' | 'media'>, id: string): string | null {
  return media.find(({ mediaAssetId }) => mediaAssetId === id)?.altText ?? post.mediaAltText?.[id] ?? null;
}

export function isSameTarget(current: TargetRow, next: TargetRow): boolean {
  return (
    current.order === next.order &&
    current.captionOverride === next.captionOverride &&
    isDeepStrictEqual(current.partsOverride, next.partsOverride) &&
    current.firstComment === next.firstComment &&
    isDeepStrictEqual(current.platformOptions, next.platformOptions) &&
    isDeepStrictEqual(current.mediaIds, next.mediaIds)
  );
}

/** The post after an edit, without its approval if the edit changed the content. */
export function withoutApproval(before: PostRecord, next: PostRecord): PostRecord {
  if (isSameContent(before, next)) return next;
  const none = { approvedByUserId: null, approvedAt: null, approvedAltTexts: null };
  return { ...next, post: { ...next.post, ...none } };
}
