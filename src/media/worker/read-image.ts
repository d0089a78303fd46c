import sharp, { type Sharp } from 'sharp';
import { UnreadableMedia } from '../containers/container.js';
import { readBytesMax, type TaskSource } from './protocol.js';

/** Decoded, they would need more memory than one picture is worth. */
const pixelsMax = 50_000_000;
/** A picture is held in memory as a whole. */
const imageBytesMax = 128 * 1024 * 1024;

/** Loaders that no accepted type needs stay out of reach, whatever the bytes pretend to be. */
export function limitDecoder(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  });
}

export async function readWhole(source: TaskSource): Promise<Uint8Array> {
  if (source.sizeBytes > imageBytesMax) {
    throw new UnreadableMedia(`A picture may have ${imageBytesMax} bytes.`);
  }
  const whole = new Uint8Array(source.sizeBytes);
  for (let start = 0; start < whole.length; start += readBytesMax) {
    const end = Math.min(start + readBytesMax, whole.length);
    const bytes = await source.read(start, end);
    if (bytes.length !== end - start)
      throw new UnreadableMedia('The file is shorter than it was said to be.');
    whole.set(bytes, start);
  }
  return whole;
}

export function checkPixels({ width, height }: { width: number; height: number }): void {
  if (width === 0 || height === 0) throw new UnreadableMedia('The picture has no pixels.');
  if (width * height <= pixelsMax) return;
  throw new UnreadableMedia(
    `The picture is ${width} x ${height}; ${pixelsMax} pixels are the most that is read.`,
  );
}

/** The first frame. Whatever is damaged or cut off is an error, not a grey half. */
export function decode(bytes: Uint8Array): Sharp {
  return sharp(bytes, { failOn: 'error', limitInputPixels: pixelsMax, pages: 1, sequentialRead: true });
}

/** The decoder's words are about its own innards: callers get ours. */
export async function orUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new UnreadableMedia('The picture is damaged or cut off.');
  }
}
