import type { RequestContext } from '../shared/context.js';
import { readMediaInReach } from './records.js';
import type { MediaView } from './types.js';
import { toMediaView } from './view.js';

export async function getMedia(ctx: RequestContext, { mediaId }: { mediaId: string }): Promise<MediaView> {
  return toMediaView(ctx, await readMediaInReach(ctx, mediaId, 'read'));
}
