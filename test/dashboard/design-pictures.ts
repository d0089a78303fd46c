import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const references = fileURLToPath(new URL('design/', import.meta.url));
const failures = fileURLToPath(new URL('../../.cache/design/', import.meta.url));
const versionFile = path.join(references, 'chromium-version');
const isRenewing = process.env['TAKE_PICTURES'] === '1';
/** At half the size, the edges of letters are smoother and the files smaller. */
const scale = 0.5;
const colors = 64;
/** The maximum difference of a color channel, out of 256 values, and the share of the pixels that may exceed it. */
const channelMax = 40;
const shareMax = 0.001;

/**
 * Whether the references come from this major version of Chromium. Each version draws letters a little differently, so
 * with another one only the sizes are compared. Renewing the pictures stores its version.
 */
export function isComparable(version: string): boolean {
  const major = version.split('.')[0] ?? '';
  if (isRenewing) writeFileSync(versionFile, `${major}\n`);
  return readFileSync(versionFile, 'utf8').trim() === major;
}

/**
 * Compares a picture with its reference in `test/dashboard/design`. Returns null if they look the same, otherwise the
 * difference, and writes the new picture to `.cache/design`. While pictures are renewed, the picture becomes the
 * reference.
 */
export async function differenceFrom(
  name: string,
  { shot, comparesPixels }: { shot: Buffer; comparesPixels: boolean },
): Promise<string | null> {
  const { width = 1 } = await sharp(shot).metadata();
  const seen = await sharp(shot)
    .resize({ width: Math.round(width * scale) })
    .removeAlpha()
    .png({ palette: true, colors, dither: 0, compressionLevel: 9 })
    .toBuffer();
  const reference = path.join(references, `${name}.png`);
  if (isRenewing) {
    keep(reference, seen);
    return null;
  }
  const difference = existsSync(reference)
    ? await compare(readFileSync(reference), seen, comparesPixels)
    : 'no reference';
  if (difference === null) return null;
  keep(path.join(failures, `${name}.png`), seen);
  return `${name}: ${difference}`;
}

function keep(file: string, picture: Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, picture);
}

async function compare(expected: Buffer, seen: Buffer, comparesPixels: boolean): Promise<string | null> {
  const [one, other] = await Promise.all(
    [expected, seen].map((png) =>
      sharp(png).toColorspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    ),
  );
  if (one === undefined || other === undefined) return 'not read';
  const sizes = [one, other].map(({ info }) => `${info.width} x ${info.height}`);
  if (sizes[0] !== sizes[1]) return `${sizes.join(' became ')} pixels`;
  if (!comparesPixels) return null;
  const { channels } = one.info;
  const isOff = (pixel: number): boolean =>
    Array.from({ length: channels }, (_, channel) => pixel * channels + channel).some(
      (at) => Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0)) > channelMax,
    );
  const pixels = one.info.width * one.info.height;
  const off = Array.from({ length: pixels }, (_, pixel) => pixel).filter(isOff).length;
  return off / pixels > shareMax ? `${off} of ${pixels} pixels differ` : null;
}
