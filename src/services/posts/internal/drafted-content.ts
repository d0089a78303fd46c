import type { Tx } from '../../../db/client.js';
import type { RequestContext } from '../../shared/context.js';
import { checkPlatformRules, type DraftedContent } from './content.js';
import type { PostRecord } from '../../post-records/records.js';

/** A stored post, as the platforms' rules look at it. */
export function draftedContentOf({ post, targets, media }: PostRecord): DraftedContent {
  return {
    workspaceId: post.workspaceId,
    caption: post.caption,
    mediaIds: media.map((item) => item.mediaAssetId),
    mediaAltText: {
      ...post.mediaAltText,
      ...Object.fromEntries(media.map((item) => [item.mediaAssetId, item.altText])),
      ...post.approvedAltTexts,
    },
    targets,
  };
}

/** A draft may lack what a platform requires; a scheduled post may not. */
export async function checkPublishable(
  tx: Tx,
  { platforms }: Pick<RequestContext, 'platforms'>,
  record: PostRecord,
): Promise<void> {
  await checkPlatformRules({ db: tx, platforms }, draftedContentOf(record), { draft: false });
}
