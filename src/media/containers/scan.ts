import { lengthOf, type ContainerScan } from './container.js';
import { scanGif } from './gif.js';
import { scanJpeg } from './jpeg.js';
import { scanPng } from './png.js';
import { scanWebp } from './webp.js';

const scanners: Readonly<Record<string, (bytes: Uint8Array) => ContainerScan>> = {
  'image/jpeg': scanJpeg,
  'image/png': scanPng,
  'image/webp': scanWebp,
  'image/gif': scanGif,
};

/** Scans the container of an image. Null if only the decoder can read it (AVIF); such images are always re-encoded. */
export function scanContainer(mime: string, bytes: Uint8Array): ContainerScan | null {
  return scanners[mime]?.(bytes) ?? null;
}

/** The image without metadata, in one piece. */
export function cleanBytes({ pieces }: ContainerScan): Uint8Array {
  const clean = new Uint8Array(lengthOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    clean.set(piece, at);
    at += piece.length;
  }
  return clean;
}
