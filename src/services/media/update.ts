import { eq } from 'drizzle-orm';
import { mediaAssets } from '../../db/schema/index.js';
import type { RequestContext } from '../shared/context.js';
import { lockMediaInReach } from './records.js';
import type { MediaView } from './types.js';
import { toMediaView } from './view.js';

export interface UpdateMediaInput {
  mediaId: string;
  altText?: string | null;
  filename?: string | null;
}

/** Changes the description of an asset; its bytes never change. Absent fields keep their value. */
export async function updateMedia(ctx: RequestContext, input: UpdateMediaInput): Promise<MediaView> {
  const row = await ctx.db.transaction(async (tx) => {
    const locked = await lockMediaInReach(tx, ctx, input.mediaId, 'writeMedia');
    ctx.expect?.(await toMediaView(ctx, locked));
    const { altText = locked.altText, filename: originalFilename = locked.originalFilename } = input;
    if (altText === locked.altText && originalFilename === locked.originalFilename) return locked;
    const changes = { altText, originalFilename, updatedAt: ctx.clock.now() };
    await tx.update(mediaAssets).set(changes).where(eq(mediaAssets.id, locked.id));
    return { ...locked, ...changes };
  });
  return toMediaView(ctx, row);
}
