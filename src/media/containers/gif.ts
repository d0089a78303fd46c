import { truncated, UnreadableMedia, viewOf, type ContainerScan } from './container.js';

/** The maximum number of frames: far more than any platform accepts, but still cheap to decode. */
const framesMax = 1_000;
const blocksMax = 100_000;
const block = { extension: 0x21, image: 0x2c, end: 0x3b };
const label = { graphicControl: 0xf9, comment: 0xfe, application: 0xff };
/** The names of application blocks that define how an animation loops. */
const loopNames = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

interface Walk {
  bytes: Uint8Array;
  view: DataView;
  pieces: Uint8Array[];
  hasMetadata: boolean;
  frameCount: number;
  durationMs: number;
}

/** Walks a GIF's blocks (GIF89a, sections 12 and 15 to 26), to count frames before a decoder allocates memory. */
export function scanGif(bytes: Uint8Array): ContainerScan {
  if (bytes.length < 14) throw truncated();
  const view = viewOf(bytes);
  const headEnd = 13 + tableBytes(bytes[10] ?? 0);
  if (headEnd > bytes.length) throw truncated();
  const walk: Walk = {
    bytes,
    view,
    pieces: [bytes.subarray(0, headEnd)],
    hasMetadata: false,
    frameCount: 0,
    durationMs: 0,
  };
  let at = headEnd;
  for (let blocks = 0; blocks < blocksMax; blocks += 1) {
    const kind = bytes[at];
    if (kind === undefined) throw truncated();
    if (kind === block.end) return resultOf(walk, at + 1);
    if (kind === block.image) at = takeFrame(walk, at);
    else if (kind === block.extension) at = takeExtension(walk, at);
    else throw new UnreadableMedia('The GIF has a block of an unknown type.');
  }
  throw new UnreadableMedia('The GIF has too many blocks.');
}

function resultOf(
  { bytes, view, pieces, hasMetadata, frameCount, durationMs }: Walk,
  end: number,
): ContainerScan {
  if (frameCount === 0) throw new UnreadableMedia('The GIF has no frame.');
  return {
    pieces: [...pieces, bytes.subarray(end - 1, end)],
    hasMetadata: hasMetadata || end < bytes.length,
    width: view.getUint16(6, true),
    height: view.getUint16(8, true),
    frameCount,
    durationMs: frameCount > 1 ? durationMs : null,
  };
}

/** The size of the color table that a packed field announces. */
function tableBytes(packed: number): number {
  return (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 0x07) + 1);
}

function takeFrame(walk: Walk, at: number): number {
  const { bytes } = walk;
  if (at + 11 > bytes.length) throw truncated();
  walk.frameCount += 1;
  if (walk.frameCount > framesMax) throw new UnreadableMedia(`The GIF has more than ${framesMax} frames.`);
  const end = endOfSubBlocks(bytes, at + 10 + tableBytes(bytes[at + 9] ?? 0) + 1);
  walk.pieces.push(bytes.subarray(at, end));
  return end;
}

function takeExtension(walk: Walk, at: number): number {
  const { bytes, view } = walk;
  const end = endOfSubBlocks(bytes, at + 2);
  const kind = bytes[at + 1];
  const isNamed =
    kind === label.application && loopNames.has(String.fromCharCode(...bytes.subarray(at + 3, at + 14)));
  if (kind === label.comment || (kind === label.application && !isNamed)) {
    walk.hasMetadata = true;
    return end;
  }
  if (kind === label.graphicControl && end - at === 8) walk.durationMs += view.getUint16(at + 4, true) * 10;
  walk.pieces.push(bytes.subarray(at, end));
  return end;
}

/** The position after the empty block that ends a series of data blocks. */
function endOfSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const length = bytes[at];
    if (length === undefined) throw truncated();
    at += 1 + length;
    if (length === 0) return at;
  }
}
