import { and, asc, eq } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import { postEvents } from '../../db/schema/index.js';
import { optionMediaIn } from '../../domain/option-media.js';
import type { MediaView } from '../media/types.js';
import { readAssetsOf } from '../posts/expand.js';
import { listPosts } from '../posts/list.js';
import type { ExpandedPostView } from '../posts/types.js';
import type { RequestContext } from '../shared/context.js';
import { mediaOfParts } from '../post-records/records.js';
import type { Page } from '../shared/paging/page.js';
import { requireClient } from './internal/client.js';

export interface ClientCommentView {
  at: Date;
  text: string;
}

/** A post that waits for approval, with everything that a preview shows. */
export interface ClientPostView {
  post: ExpandedPostView;
  /** All files of the post, its targets and their options, with the alt text that is published. */
  media: MediaView[];
  /** The comments that were written with this link. */
  comments: ClientCommentView[];
}

/** Lists the posts of the client's workspace that wait for approval, the earliest first. */
export async function listClientPosts(
  ctx: RequestContext,
  request: { limit: number; cursor?: string },
): Promise<Page<ClientPostView>> {
  const { workspaceId } = requireClient(ctx);
  const page = await listPosts(ctx, {
    ...request,
    workspaceId,
    status: ['NEEDS_APPROVAL'],
    expand: ['targets.account'],
    sort: 'scheduledAt',
  });
  const assets = await readAssetsOf(ctx, new Set(page.data.flatMap(mediaIdsOf)));
  const comments = await readComments(ctx, page.data);
  const data = page.data.map((post) => ({
    post,
    media: mediaIdsOf(post).flatMap((id) => {
      const asset = assets.get(id);
      return asset === undefined ? [] : [{ ...asset, altText: post.mediaAltText[id] ?? asset.altText }];
    }),
    comments: comments.get(post.id) ?? [],
  }));
  return { data, nextCursor: page.nextCursor };
}

function mediaIdsOf({ media, targets }: ExpandedPostView): string[] {
  const ofTargets = targets.flatMap(({ mediaIds, parts, platformOptions }) => [
    ...mediaIds,
    ...mediaOfParts(parts),
    ...optionMediaIn(platformOptions).map(({ assetId }) => assetId),
  ]);
  return [...new Set([...media.map(({ mediaAssetId }) => mediaAssetId), ...ofTargets])];
}

async function readComments(
  ctx: RequestContext,
  posts: readonly ExpandedPostView[],
): Promise<ReadonlyMap<string, ClientCommentView[]>> {
  const { actor } = requireClient(ctx);
  const rows = await ctx.db
    .select({ postId: postEvents.postId, at: postEvents.at, detail: postEvents.detail })
    .from(postEvents)
    .where(
      and(
        anyOf(
          postEvents.postId,
          posts.map(({ id }) => id),
        ),
        eq(postEvents.kind, 'CLIENT_COMMENTED'),
        eq(postEvents.actorId, actor.clientLinkId),
      ),
    )
    .orderBy(asc(postEvents.timelineNumber));
  const byPost = new Map<string, ClientCommentView[]>();
  for (const { postId, at, detail } of rows) {
    if (postId === null) continue;
    byPost.set(postId, [...(byPost.get(postId) ?? []), { at, text: detail.clientComment ?? '' }]);
  }
  return byPost;
}
