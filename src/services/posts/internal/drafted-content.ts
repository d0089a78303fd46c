import { shapeOfPost } from '../../../domain/request-shape.js';
import type { DraftedContent } from './platform-violations.js';
import type { PostRecord } from '../../post-records/records.js';

/** The content of a stored post in the form that the platforms' rules check. */
export function draftedContentOf({ post, targets, media }: PostRecord): DraftedContent {
  return {
    shape: shapeOfPost(post),
    workspaceId: post.workspaceId,
    caption: post.caption,
    parts: post.parts,
    mediaIds: media.map((item) => item.mediaAssetId),
    mediaAltText: {
      ...post.mediaAltText,
      ...Object.fromEntries(media.map((item) => [item.mediaAssetId, item.altText])),
      ...post.approvedAltTexts,
    },
    targets: targets.map(
      ({
        socialAccountId,
        platform,
        captionOverride,
        partsOverride,
        firstComment,
        platformOptions,
        mediaIds,
      }) => ({
        socialAccountId,
        platform,
        captionOverride,
        partsOverride,
        firstComment,
        platformOptions,
        mediaIds,
      }),
    ),
  };
}
