import sharp, { type Sharp } from 'sharp';
import { UnreadableMedia } from '../containers/container.js';
import { readBytesMax, type TaskSource } from './protocol.js';

/** The maximum number of pixels, because larger images would need too much memory when decoded. */
const pixelsMax = 50_000_000;
/** The maximum size of an image file, which is held in memory as a whole. */
const imageBytesMax = 128 * 1024 * 1024;

/** Disables the decoder's loaders that no accepted type needs, whatever the bytes claim to be. */
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
    throw new UnreadableMedia(`An image can have at most ${imageBytesMax} bytes.`);
  }
  const whole = new Uint8Array(source.sizeBytes);
  for (let start = 0; start < whole.length; start += readBytesMax) {
    const end = Math.min(start + readBytesMax, whole.length);
    const bytes = await source.read(start, end);
    if (bytes.length !== end - start) throw new UnreadableMedia('The file is shorter than stated.');
    whole.set(bytes, start);
  }
  return whole;
}

export function checkPixels({ width, height }: { width: number; height: number }): void {
  if (width === 0 || height === 0) throw new UnreadableMedia('The image has no pixels.');
  if (width * height <= pixelsMax) return;
  throw new UnreadableMedia(`The image is ${width} x ${height}. It can have at most ${pixelsMax} pixels.`);
}

/** Decodes the first frame. A damaged or truncated file is an error, not a half-gray image. */
export function decode(bytes: Uint8Array): Sharp {
  return sharp(bytes, { failOn: 'error', limitInputPixels: pixelsMax, pages: 1, sequentialRead: true });
}

/** Replaces the decoder's errors, which are about its internals, by our own. */
export async function orUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new UnreadableMedia('The image is damaged or cut off.');
  }
}
