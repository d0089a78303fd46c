import type { MediaFacts } from '../../domain/media.js';
import { UnsupportedMedia, UnreadableMedia, type ContainerScan } from '../containers/container.js';
import { cleanBytes, scanContainer } from '../containers/scan.js';
import type { TaskSource, Thumbnail } from './protocol.js';
import { checkPixels, decode, orUnreadable, readWhole } from './read-image.js';

const thumbnailPixelsMax = 512;
const thumbnailQuality = 80;
/** The maximum number of pixels in all frames, which determine the cost of decoding an animation. */
const animationPixelsMax = 2_000_000_000;

/** Checks the header, then the container, then the pixels. A bad file fails before the expensive steps. */
export async function probeImage(source: TaskSource, mime: string): Promise<MediaFacts> {
  const bytes = await readWhole(source);
  const scan = scanContainer(mime, bytes);
  if (scan !== null) checkScan(scan);
  const clean = scan === null ? bytes : cleanBytes(scan);
  const header = await orUnreadable(decode(bytes).metadata());
  checkPixels(header);
  if (header.format !== formats[mime])
    throw new UnreadableMedia('The type of the image does not match its first bytes.');
  if (scan === null && (header.pages ?? 1) > 1) {
    throw new UnsupportedMedia(mime, 'Image sequences are not supported. Use GIF or MP4.');
  }
  // An image is known to be complete only after it was decoded to its last line.
  await orUnreadable(decode(clean).resize(16, 16, { fit: 'inside' }).raw().toBuffer());
  const hasAlpha = header.hasAlpha && !(await orUnreadable(decode(clean).stats())).isOpaque;
  const upright = header.autoOrient;
  const isGif = mime === 'image/gif';
  return {
    kind: isGif ? 'GIF' : 'IMAGE',
    mime,
    width: isGif ? (scan?.width ?? header.width) : upright.width,
    height: isGif ? (scan?.height ?? header.height) : upright.height,
    durationMs: scan?.durationMs ?? null,
    videoCodec: null,
    audioCodec: null,
    frameRate: frameRateOf(scan),
    hasAudio: isGif ? false : null,
    orientation: header.orientation ?? null,
    frameCount: scan?.frameCount ?? 1,
    hasMetadata: scan?.hasMetadata ?? (header.exif !== undefined || header.xmp !== undefined),
    hasAlpha,
  };
}

const formats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

function checkScan(scan: ContainerScan): void {
  checkPixels(scan);
  if (scan.width * scan.height * scan.frameCount <= animationPixelsMax) return;
  throw new UnreadableMedia(`All frames together can have at most ${animationPixelsMax} pixels.`);
}

function frameRateOf(scan: ContainerScan | null): number | null {
  if (scan?.durationMs === undefined || scan.durationMs === null || scan.durationMs === 0) return null;
  return Math.round((scan.frameCount / scan.durationMs) * 1_000_000) / 1_000;
}

/** Makes a thumbnail from the first frame, upright and without metadata. */
export async function makeThumbnail(source: TaskSource, { mime }: MediaFacts): Promise<Thumbnail> {
  const bytes = await readWhole(source);
  const scan = scanContainer(mime, bytes);
  checkPixels(scan ?? (await orUnreadable(decode(bytes).metadata())));
  const { data, info } = await orUnreadable(
    decode(bytes)
      .autoOrient()
      .resize(thumbnailPixelsMax, thumbnailPixelsMax, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: thumbnailQuality })
      .toBuffer({ resolveWithObject: true }),
  );
  return { mime: 'image/webp', bytes: data, width: info.width, height: info.height };
}
