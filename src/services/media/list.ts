import { and, eq, inArray, isNull } from 'drizzle-orm';
import { mediaAssets } from '../../db/schema/index.js';
import type { MediaKind, MediaStatus } from '../../domain/media.js';
import { authorizeWorkspace } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import type { MediaView } from './types.js';
import { toMediaView } from './view.js';

export interface ListMediaInput extends PageRequest {
  workspaceId: string;
  kind?: MediaKind[];
  status?: MediaStatus[];
}

/** Lists the media library of one workspace. */
export async function listMedia(ctx: RequestContext, input: ListMediaInput): Promise<Page<MediaView>> {
  const { workspaceId, kind, status } = input;
  authorizeWorkspace(ctx.reach, workspaceId, 'read');
  const scope = JSON.stringify(['media', workspaceId, kind ?? null, status ?? null]);
  const keyset = createdAtKeyset(ctx.cursorKey, input, scope, mediaAssets);
  const rows = await ctx.db
    .select()
    .from(mediaAssets)
    .where(
      and(
        eq(mediaAssets.workspaceId, workspaceId),
        isNull(mediaAssets.deletedAt),
        kind && inArray(mediaAssets.kind, kind),
        status && inArray(mediaAssets.status, status),
        keyset.after,
      ),
    )
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  const { data, nextCursor } = keyset.toPage(rows, (row) => row);
  return { data: await Promise.all(data.map((row) => toMediaView(ctx, row))), nextCursor };
}
