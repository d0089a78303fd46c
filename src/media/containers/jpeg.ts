import { truncated, UnreadableMedia, viewOf, type ContainerScan } from './container.js';

const marker = {
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  app0: 0xe0,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
  com: 0xfe,
};
const segmentsMax = 5_000;

/** Walks a JPEG's segments and entropy-coded data (ITU T.81, annex B). */
export function scanJpeg(bytes: Uint8Array): ContainerScan {
  const view = viewOf(bytes);
  const pieces = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let hasMetadata = false;
  let at = 2;
  for (let segments = 0; segments < segmentsMax; segments += 1) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    if (at + 2 > bytes.length) throw truncated();
    if (bytes[at] !== 0xff) throw new UnreadableMedia('The JPEG lacks a marker where one is required.');
    const code = bytes[at + 1] ?? 0;
    if (code === marker.eoi) {
      pieces.push(bytes.subarray(at, at + 2));
      if (size === undefined) throw new UnreadableMedia('The JPEG has no frame.');
      return {
        pieces,
        hasMetadata: hasMetadata || at + 2 < bytes.length,
        ...size,
        frameCount: 1,
        durationMs: null,
      };
    }
    if (at + 4 > bytes.length) throw truncated();
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) throw truncated();
    if (isFrame(code)) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const next = code === marker.sos ? endOfScan(bytes, end) : end;
    if (isImage(bytes, at, code)) pieces.push(bytes.subarray(at, next));
    else hasMetadata = true;
    at = next;
  }
  throw new UnreadableMedia('The JPEG has too many segments.');
}

/** Whether a marker code is SOF0 to SOF15. Three codes in between have another meaning. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}

/**
 * Whether a segment affects how the image looks. Of the application data, only the JFIF header, the color profile and
 * the Adobe color transform do.
 */
function isImage(bytes: Uint8Array, at: number, code: number): boolean {
  if (code === marker.com) return false;
  if (code < marker.app0 || code > marker.app15) return true;
  if (code === marker.app0) return named(bytes, at, 'JFIF');
  if (code === marker.app2) return named(bytes, at, 'ICC_PROFILE');
  return code === marker.app14 && named(bytes, at, 'Adobe');
}

function named(bytes: Uint8Array, at: number, name: string): boolean {
  return String.fromCharCode(...bytes.subarray(at + 4, at + 4 + name.length)) === name;
}

/** Finds the marker after a scan's data: an FF byte that is neither stuffed nor part of a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 1 >= bytes.length) throw truncated();
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return at;
    at += code === 0xff ? 1 : 2;
  }
}
