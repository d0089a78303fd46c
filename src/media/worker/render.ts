import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { RenditionMime, RenditionRecipe } from '../../domain/renditions.js';
import { UnreadableMedia } from '../containers/container.js';
import { cleanBytes, scanContainer } from '../containers/scan.js';
import type { RenderAnswer } from '../media-probe.js';
import type { TaskSource } from './protocol.js';
import { checkPixels, decode, orUnreadable, readWhole } from './read-image.js';

/** The lowest quality. Below it artifacts are visible, so the dimensions are reduced instead. */
const qualityMin = 70;
/** The highest quality. Above it files grow without a visible difference. */
const qualityMax = 95;
const shrinkRoundsMax = 8;
const sideMin = 32;

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

interface Encoded {
  mime: RenditionMime;
  bytes: Uint8Array;
  width: number;
  height: number;
  hasAlpha: boolean;
}

/** Makes a rendition. The result depends only on the bytes and the recipe. */
export async function render(
  source: TaskSource,
  mime: string,
  recipe: RenditionRecipe,
): Promise<RenderAnswer> {
  const bytes = await readWhole(source);
  const made = recipe.mode === 'clean' ? await clean(bytes, mime) : await encode(bytes, recipe);
  if (made === null) {
    return { ok: false, reason: `The image cannot be reduced to ${recipe.bytesMax ?? 0} bytes.` };
  }
  return { ok: true, ...made, sha256: createHash('sha256').update(made.bytes).digest('hex') };
}

async function clean(bytes: Uint8Array, mime: string): Promise<Encoded> {
  const scan = scanContainer(mime, bytes);
  const known = cleanMimes.find((name) => name === mime);
  if (scan === null || known === undefined)
    throw new UnreadableMedia(`${mime} cannot be cleaned without re-encoding it.`);
  checkPixels(scan);
  const cleaned = cleanBytes(scan);
  const { hasAlpha } = await orUnreadable(decode(cleaned).metadata());
  return { mime: known, bytes: cleaned, width: scan.width, height: scan.height, hasAlpha };
}

const cleanMimes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const satisfies RenditionMime[];

/**
 * Encodes the image as the first type that fits into the limit. If none does, tries fewer pixels, in a limited number
 * of steps.
 */
async function encode(bytes: Uint8Array, { mimes, box, bytesMax }: RenditionRecipe): Promise<Encoded | null> {
  const original = await decodeUpright(bytes, box);
  let pixels = original;
  for (let round = 0; round < shrinkRoundsMax; round += 1) {
    let smallest = Infinity;
    for (const mime of mimes) {
      const found = await encodeToFit(pixels, mime, bytesMax);
      if ('encoded' in found) return found.encoded;
      smallest = Math.min(smallest, found.bytesAtLeast);
    }
    if (bytesMax === null || mimes.length === 0) return null;
    const scale = Math.min(0.9, Math.sqrt(bytesMax / smallest) * 0.98);
    const [width, height] = [Math.floor(pixels.width * scale), Math.floor(pixels.height * scale)];
    if (Math.min(width, height) < sideMin) return null;
    // Always scale from the original, because scaling twice blurs.
    pixels = await rawOf(imageOf(original).resize(width, height, { fit: 'fill' }));
  }
  return null;
}

async function decodeUpright(bytes: Uint8Array, box: RenditionRecipe['box']): Promise<Pixels> {
  checkPixels(await orUnreadable(decode(bytes).metadata()));
  const upright = decode(bytes).autoOrient().toColourspace('srgb');
  const fitted =
    box === null
      ? upright
      : upright.resize(box.width, box.height, { fit: 'inside', withoutEnlargement: true });
  return orUnreadable(rawOf(fitted));
}

async function rawOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels > 4) throw new UnreadableMedia('The image has more than four channels.');
  return { data, width, height, channels: channels };
}

function imageOf({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

type Fit = { encoded: Encoded } | { bytesAtLeast: number };

/** Encodes with the best quality within the limit, found by binary search. Lossless types have only one. */
async function encodeToFit(pixels: Pixels, mime: RenditionMime, bytesMax: number | null): Promise<Fit> {
  const limit = bytesMax ?? Infinity;
  const best = await encodeAt(pixels, mime, qualityMax);
  if (best.bytes.length <= limit) return { encoded: best };
  if (mime === 'image/png') return { bytesAtLeast: best.bytes.length };
  const least = await encodeAt(pixels, mime, qualityMin);
  if (least.bytes.length > limit) return { bytesAtLeast: least.bytes.length };
  let fitting = { quality: qualityMin, encoded: least };
  for (let tooMuch = qualityMax; tooMuch - fitting.quality > 1;) {
    const quality = Math.floor((fitting.quality + tooMuch) / 2);
    const encoded = await encodeAt(pixels, mime, quality);
    if (encoded.bytes.length <= limit) fitting = { quality, encoded };
    else tooMuch = quality;
  }
  return fitting;
}

async function encodeAt(pixels: Pixels, mime: RenditionMime, quality: number): Promise<Encoded> {
  const { width, height } = pixels;
  const isTransparent = pixels.channels === 2 || pixels.channels === 4;
  const hasAlpha = isTransparent && mime !== 'image/jpeg';
  const bytes = await encoderOf(imageOf(pixels), mime, quality).toBuffer();
  return { mime, bytes, width, height, hasAlpha };
}

function encoderOf(image: Sharp, mime: RenditionMime, quality: number): Sharp {
  switch (mime) {
    case 'image/png':
      return image.png({ compressionLevel: 9, adaptiveFiltering: true });
    case 'image/webp':
      return image.webp({ quality });
    case 'image/gif':
      return image.gif();
    case 'image/jpeg':
      // White is the background that most apps show behind a transparent image.
      return image.flatten({ background: '#ffffff' }).jpeg({
        quality,
        chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0',
      });
  }
}
