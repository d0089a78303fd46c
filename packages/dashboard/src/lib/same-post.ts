import type { components } from '../../../client/src/api-types.js';
import { waitingEdit } from './public-changes.js';

type Post = components['schemas']['Post'];

/** Whether two readings of a post have the same state, time and content. */
export const isSamePost = (one: Post, other: Post): boolean => shownOf(one) === shownOf(other);

function shownOf({ status, caption, scheduledAt, timezone, media, targets }: Post): string {
  const pictures = [...media]
    .sort((a, b) => a.order - b.order)
    .map(({ mediaAssetId, altText }) => [mediaAssetId, altText]);
  const accounts = targets
    .toSorted((a, b) => (a.socialAccountId < b.socialAccountId ? -1 : 1))
    .map((target) => [
      target.socialAccountId,
      target.captionOverride,
      target.firstComment,
      target.mediaIds,
      target.platformOptions,
      waitingEdit(target)?.id,
    ]);
  return JSON.stringify([status, caption, scheduledAt, timezone, pictures, accounts]);
}
