import { mediaFromUrlMsMax } from '../../domain/limits.js';
import { authorizeWorkspace } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { ingestUrl } from './ingest.js';
import type { MediaItemInput, MediaView } from './types.js';
import { toMediaView } from './view.js';
import { within } from '../shared/remote-calls/with-timeout.js';

/** Downloads media from a public URL into the library (POST /media/from-url). */
export async function createMediaFromUrl(
  ctx: RequestContext,
  { workspaceId, ...item }: MediaItemInput & { workspaceId: string },
): Promise<MediaView> {
  authorizeWorkspace(ctx.reach, workspaceId, 'writeMedia');
  const row = await within(mediaFromUrlMsMax, (signal) => ingestUrl(ctx, { workspaceId, item, signal }));
  return toMediaView(ctx, row);
}
