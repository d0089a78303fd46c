import { fourCc, truncated, UnreadableMedia, viewOf } from './container.js';

/** Reads a range of a file. Returns fewer bytes at its end. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

const boxesMax = 100_000;
const headerBytesMax = 16;
const depthMax = 16;
/** The maximum size of a video's index. The longest videos that any platform accepts need about 10 MB. */
const indexBytesMax = 32 * 1024 * 1024;
const samplesMax = 4_000_000;

/** Boxes inside `moov` that contain only other boxes. */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf', 'mvex']);

/**
 * Walks an MP4's or MOV's boxes (ISO 14496-12, section 4.2) and rejects what would mislead a parser: boxes that
 * are smaller than their own header, reach out of their parent or the file, or announce tables that do not exist.
 */
export async function checkBoxes(sizeBytes: number, read: ReadRange): Promise<void> {
  let hasIndex = false;
  let at = 0;
  for (let boxes = 0; at < sizeBytes; boxes += 1) {
    if (boxes > boxesMax) throw new UnreadableMedia('The video has too many boxes.');
    const head = await read(at, Math.min(at + headerBytesMax, sizeBytes));
    const box = readHeader(head, 0, sizeBytes - at);
    if (box.type === 'moov') {
      hasIndex = true;
      if (box.size > indexBytesMax) throw new UnreadableMedia('The index of the video is too large.');
      checkChildren(await read(at, at + box.size), { boxesLeft: boxesMax });
    }
    at += box.size;
  }
  if (!hasIndex) throw new UnreadableMedia('The video has no index.');
}

export interface Box {
  type: string;
  size: number;
  headerBytes: number;
}

export function readHeader(bytes: Uint8Array, at: number, room: number): Box {
  if (room < 8 || at + 8 > bytes.length) throw truncated();
  const view = viewOf(bytes);
  const short = view.getUint32(at);
  const type = fourCc(bytes, at + 4);
  if (short === 0) throw new UnreadableMedia('The video has a box without a size.');
  if (short === 1 && at + 16 > bytes.length) throw truncated();
  const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short;
  const headerBytes = short === 1 ? 16 : 8;
  if (size < headerBytes)
    throw new UnreadableMedia('The video has a box that is smaller than its own header.');
  if (size > room) throw truncated();
  return { type, size, headerBytes };
}

function checkChildren(bytes: Uint8Array, count: { boxesLeft: number }, depth = 0): void {
  if (depth > depthMax) throw new UnreadableMedia('The boxes of the video are nested too deeply.');
  let at = readHeader(bytes, 0, bytes.length).headerBytes;
  while (at < bytes.length) {
    count.boxesLeft -= 1;
    if (count.boxesLeft < 0) throw new UnreadableMedia('The video has too many boxes.');
    // QuickTime may end a list of boxes with four zero bytes.
    if (bytes.length - at === 4 && viewOf(bytes).getUint32(at) === 0) return;
    const { type, size, headerBytes } = readHeader(bytes, at, bytes.length - at);
    const box = bytes.subarray(at, at + size);
    if (containers.has(type)) checkChildren(box, count, depth + 1);
    else checkTable(type, box.subarray(headerBytes));
    at += size;
  }
}

/** Bytes per entry in the tables that readers expand. The first field of stts and ctts entries is a repeat count. */
const entryBytes: Readonly<Record<string, number>> = {
  stts: 8,
  ctts: 8,
  stsc: 12,
  stco: 4,
  co64: 8,
  stss: 4,
};

function checkTable(type: string, body: Uint8Array): void {
  const view = viewOf(body);
  if (type === 'stsz') {
    if (body.length < 12) throw truncated();
    const [each, samples] = [view.getUint32(4), view.getUint32(8)];
    if (samples > samplesMax) throw new UnreadableMedia('The video has too many frames.');
    if (each === 0 && 12 + samples * 4 > body.length) throw truncated();
    return;
  }
  const bytesEach = entryBytes[type];
  if (bytesEach === undefined) return;
  if (body.length < 8) throw truncated();
  const entries = view.getUint32(4);
  if (8 + entries * bytesEach > body.length) throw truncated();
  if (type !== 'stts' && type !== 'ctts') return;
  let samples = 0;
  for (let entry = 0; entry < entries; entry += 1) samples += view.getUint32(8 + entry * bytesEach);
  if (samples > samplesMax) throw new UnreadableMedia('The video has too many frames.');
}
