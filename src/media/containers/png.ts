import { inflateSync } from 'node:zlib';
import {
  fourCc,
  truncated,
  UnreadableMedia,
  UnsupportedMedia,
  viewOf,
  type ContainerScan,
} from './container.js';

const signatureBytes = 8;
const chunksMax = 100_000;
const ancillaryChunksMax = 1_000;
/** The limit for all compressed texts and profiles of a file together, when decompressed. */
const inflatedBytesMax = 8 * 1024 * 1024;

/** Chunks that affect how the image looks (PNG specification, section 11). */
const imageChunks = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'cICP',
  'bKGD',
  'pHYs',
]);

interface Walk {
  pieces: Uint8Array[];
  hasMetadata: boolean;
  ancillary: number;
  inflatedBytesLeft: number;
}

/** Walks a PNG's chunks. Decoders decompress some of them before they check any limit, so we look for bombs here. */
export function scanPng(bytes: Uint8Array): ContainerScan {
  const view = viewOf(bytes);
  if (bytes.length < signatureBytes + 25) throw truncated();
  if (fourCc(bytes, signatureBytes + 4) !== 'IHDR') throw new UnreadableMedia('The PNG has no header.');
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  const walk: Walk = {
    pieces: [bytes.subarray(0, signatureBytes)],
    hasMetadata: false,
    ancillary: 0,
    inflatedBytesLeft: inflatedBytesMax,
  };
  let at = signatureBytes;
  for (let chunks = 0; chunks < chunksMax; chunks += 1) {
    if (at + 12 > bytes.length) throw truncated();
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) throw truncated();
    const type = fourCc(bytes, at + 4);
    takeChunk(walk, type, bytes.subarray(at, end));
    at = end;
    if (type !== 'IEND') continue;
    const hasMetadata = walk.hasMetadata || at < bytes.length;
    return { pieces: walk.pieces, hasMetadata, ...size, frameCount: 1, durationMs: null };
  }
  throw new UnreadableMedia('The PNG has too many chunks.');
}

function takeChunk(walk: Walk, type: string, chunk: Uint8Array): void {
  // The other frames of an animation would be lost silently.
  if (type === 'acTL')
    throw new UnsupportedMedia('image/apng', 'Animated PNG is not supported. Use GIF or MP4.');
  if (type !== 'IDAT') walk.ancillary += 1;
  if (walk.ancillary > ancillaryChunksMax) throw new UnreadableMedia('The PNG has too many chunks.');
  const packed = packedPart(type, chunk.subarray(8, -4));
  if (packed !== null) walk.inflatedBytesLeft -= inflatedBytes(packed, walk.inflatedBytesLeft);
  if (imageChunks.has(type)) walk.pieces.push(chunk);
  else walk.hasMetadata = true;
}

/** The compressed part of a chunk other than the image data; null if it has none. */
function packedPart(type: string, data: Uint8Array): Uint8Array | null {
  const nameEnd = data.indexOf(0);
  if (nameEnd === -1) return null;
  if (type === 'iCCP' || type === 'zTXt') return data.subarray(nameEnd + 2);
  if (type !== 'iTXt' || data[nameEnd + 1] !== 1) return null;
  const languageEnd = data.indexOf(0, nameEnd + 3);
  const keywordEnd = languageEnd === -1 ? -1 : data.indexOf(0, languageEnd + 1);
  return keywordEnd === -1 ? null : data.subarray(keywordEnd + 1);
}

function inflatedBytes(packed: Uint8Array, maxOutputLength: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, maxOutputLength) }).length;
  } catch {
    throw new UnreadableMedia('The PNG has a compressed text or profile that is damaged or too large.');
  }
}
