import { CustomSource, EncodedPacketSink, Input, MP4, QTFF, WEBM, type InputVideoTrack } from 'mediabunny';
import type { MediaFacts } from '../../domain/media.js';
import { checkBoxes, type ReadRange } from '../containers/boxes.js';
import { videoHasPrivateMetadata, readVideo } from '../containers/video-plan.js';
import { UnreadableMedia, UnsupportedMedia } from '../containers/container.js';
import { checkSegment } from '../containers/webm.js';
import { boundedReads } from './bounded-reads.js';
import type { TaskSource } from './protocol.js';

const cacheBytesMax = 40 * 1024 * 1024;
/** The number of samples from which the frame rate is computed. */
const framesSampled = 120;

export async function probeVideo(source: TaskSource, mime: string): Promise<MediaFacts> {
  const read = boundedReads(source);
  if (mime === 'video/webm') await checkSegment(source.sizeBytes, read);
  else await checkBoxes(source.sizeBytes, read);
  const input = new Input({
    formats: mime === 'video/webm' ? [WEBM] : [MP4, QTFF],
    source: new CustomSource({ getSize: () => source.sizeBytes, read, maxCacheSize: cacheBytesMax }),
  });
  try {
    const facts = await factsOf(input, mime);
    return { ...facts, hasMetadata: await findPrivateMetadata(source.sizeBytes, read, mime) };
  } catch (error) {
    if (error instanceof UnreadableMedia || error instanceof UnsupportedMedia) throw error;
    throw new UnreadableMedia('The video is damaged or cut off.');
  } finally {
    input.dispose();
  }
}

/** Whether a video contains metadata to remove. Always false for WebM, which cameras do not write. Null if unknown. */
async function findPrivateMetadata(
  sizeBytes: number,
  read: ReadRange,
  mime: string,
): Promise<boolean | null> {
  if (mime === 'video/webm') return false;
  try {
    return videoHasPrivateMetadata(await readVideo(sizeBytes, read));
  } catch (error) {
    if (error instanceof UnreadableMedia || error instanceof RangeError) return null;
    throw error;
  }
}

async function factsOf(input: Input, mime: string): Promise<MediaFacts> {
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (video === null) throw new UnsupportedMedia(mime, 'The file contains no video.');
  await readEnds(video);
  const { averagePacketRate } = await video.computePacketStats(framesSampled);
  const durationSeconds = await input.computeDuration();
  return {
    kind: 'VIDEO',
    mime,
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    durationMs: Math.round(durationSeconds * 1000),
    videoCodec: codecName(await video.getCodec(), await video.getInternalCodecId()),
    audioCodec: audio && codecName(await audio.getCodec(), await audio.getInternalCodecId()),
    frameRate: Number.isFinite(averagePacketRate) ? Math.round(averagePacketRate * 1000) / 1000 : null,
    hasAudio: audio !== null,
    orientation: await video.getRotation(),
    frameCount: null,
    hasMetadata: null,
    hasAlpha: null,
  };
}

/** Reads the first and the last frame, because an index may list frames that the file does not have. */
async function readEnds(video: InputVideoTrack): Promise<void> {
  const sink = new EncodedPacketSink(video);
  const first = await sink.getFirstPacket();
  const last = await sink.getPacket(Infinity);
  if (first === null || last === null) throw new UnreadableMedia('The video has no frames.');
}

const codecNames: Readonly<Record<string, string>> = { avc: 'h264', hevc: 'h265' };

/** The usual name of a codec. Null if the container does not name it properly. */
function codecName(codec: string | null, internal: string | number | Uint8Array | null): string | null {
  if (codec !== null) return codecNames[codec] ?? codec;
  return typeof internal === 'string' && /^[\x20-\x7e]{1,32}$/.test(internal) ? internal.trim() : null;
}
