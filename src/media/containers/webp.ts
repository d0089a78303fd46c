import {
  fourCc,
  truncated,
  UnreadableMedia,
  UnsupportedMedia,
  viewOf,
  type ContainerScan,
} from './container.js';

const headerBytes = 12;
const chunksMax = 1_000;
const flag = { animation: 0x02, xmp: 0x04, exif: 0x08 };
const imageChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);

/** Walks a WebP's chunks (RFC 9649, section 2). */
export function scanWebp(bytes: Uint8Array): ContainerScan {
  const view = viewOf(bytes);
  if (bytes.length < headerBytes + 8) throw truncated();
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) throw truncated();
  const kept: Uint8Array[] = [];
  let hasMetadata = end < bytes.length;
  let size: { width: number; height: number } | undefined;
  let at = headerBytes;
  for (let chunks = 0; at + 8 <= end; chunks += 1) {
    if (chunks > chunksMax) throw new UnreadableMedia('The WebP has too many chunks.');
    const length = view.getUint32(at + 4, true);
    const next = at + 8 + length + (length % 2);
    if (at + 8 + length > end) throw truncated();
    const type = fourCc(bytes, at);
    const chunk = bytes.subarray(at, Math.min(next, end));
    size ??= sizeOf(type, chunk);
    if (imageChunks.has(type)) kept.push(type === 'VP8X' ? withoutMetadataFlags(chunk) : chunk);
    else hasMetadata = true;
    at = next;
  }
  if (size === undefined) throw new UnreadableMedia('The WebP has no image.');
  return { pieces: [riffHeader(kept), ...kept], hasMetadata, ...size, frameCount: 1, durationMs: null };
}

function sizeOf(type: string, chunk: Uint8Array): { width: number; height: number } | undefined {
  const view = viewOf(chunk);
  if (type === 'VP8X' && chunk.length >= 18) {
    if (((chunk[8] ?? 0) & flag.animation) !== 0) {
      throw new UnsupportedMedia('image/webp', 'Animated WebP is not supported. Use GIF or MP4.');
    }
    return { width: uint24(chunk, 12) + 1, height: uint24(chunk, 15) + 1 };
  }
  if (type === 'VP8L' && chunk.length >= 13) {
    const bits = view.getUint32(9, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (type === 'VP8 ' && chunk.length >= 18) {
    return { width: view.getUint16(14, true) & 0x3fff, height: view.getUint16(16, true) & 0x3fff };
  }
  return undefined;
}

function uint24(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
}

/** Clears the header's flags for metadata, because it must not announce chunks that were removed. */
function withoutMetadataFlags(chunk: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(chunk);
  copy[8] = (copy[8] ?? 0) & ~(flag.xmp | flag.exif);
  return copy;
}

function riffHeader(kept: readonly Uint8Array[]): Uint8Array {
  const header = new Uint8Array(headerBytes);
  header.set(new TextEncoder().encode('RIFF'));
  header.set(new TextEncoder().encode('WEBP'), 8);
  viewOf(header).setUint32(4, 4 + kept.reduce((sum, chunk) => sum + chunk.length, 0), true);
  return header;
}
