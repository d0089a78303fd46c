import { authorizeResource } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { inReadablePosts } from './foreign-media.js';
import { readMedia } from './records.js';
import type { MediaView } from './types.js';
import { toMediaView } from './view.js';

/**
 * Returns an asset to readers of its workspace, and to readers of a post that uses it, because they must see what
 * they approve and edit.
 */
export async function getMedia(ctx: RequestContext, { mediaId }: { mediaId: string }): Promise<MediaView> {
  const row = await readMedia(ctx.db, mediaId);
  if (row !== undefined && !ctx.reach.roleByWorkspace.has(row.workspaceId)) {
    if ((await inReadablePosts(ctx, [mediaId])).has(mediaId)) return toMediaView(ctx, row);
  }
  authorizeResource(ctx.reach, row?.workspaceId, 'read');
  return toMediaView(ctx, row);
}
