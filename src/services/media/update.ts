import { eq } from 'drizzle-orm';
import { mediaAssets } from '../../db/schema/index.js';
import { requireScope } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { countPostsUsing } from './internal/posts-using.js';
import { lockMediaInReach } from './records.js';
import type { MediaView } from './types.js';
import { toMediaView } from './view.js';

export interface UpdateMediaInput {
  mediaId: string;
  altText?: string | null;
  filename?: string | null;
}

/** The statuses of posts that are published without another decision, maybe with the asset's alt text at that time. */
const decidedStatuses = ['SCHEDULED', 'PUBLISHING'] as const;

/** Changes the description of an asset; its bytes never change. Absent fields keep their value. */
export async function updateMedia(ctx: RequestContext, input: UpdateMediaInput): Promise<MediaView> {
  const row = await ctx.db.transaction(async (tx) => {
    const locked = await lockMediaInReach(tx, ctx, input.mediaId, 'writeMedia');
    ctx.expect?.(await toMediaView(ctx, locked));
    const { altText = locked.altText, filename: originalFilename = locked.originalFilename } = input;
    if (altText === locked.altText && originalFilename === locked.originalFilename) return locked;
    if (altText !== locked.altText && (await countPostsUsing(tx, locked, decidedStatuses)) > 0)
      requireScope(ctx, 'posts:publish');
    const changes = { altText, originalFilename, updatedAt: ctx.clock.now() };
    await tx.update(mediaAssets).set(changes).where(eq(mediaAssets.id, locked.id));
    return { ...locked, ...changes };
  });
  return toMediaView(ctx, row);
}
