import type { VideoRecipe } from '../../domain/video-renditions.js';
import { checkBoxes } from '../containers/boxes.js';
import { UnreadableMedia } from '../containers/container.js';
import { planPatches, readVideo } from '../containers/video-plan.js';
import type { RepackAnswer } from '../media-probe.js';
import { boundedReads } from './bounded-reads.js';
import type { TaskSource } from './protocol.js';

/** Plans the bytes of a video to replace. Reads only the index of the file. */
export async function planRepack(
  source: TaskSource,
  mime: string,
  recipe: VideoRecipe,
): Promise<RepackAnswer> {
  if (mime === 'video/webm') return { ok: true, patches: null };
  const read = boundedReads(source);
  await checkBoxes(source.sizeBytes, read);
  const video = await readVideo(source.sizeBytes, read);
  try {
    return { ok: true, patches: planPatches(video, mime, recipe) };
  } catch (error) {
    // A box is shorter than its own fields.
    if (error instanceof RangeError) throw new UnreadableMedia('The index of the video is damaged.');
    throw error;
  }
}
