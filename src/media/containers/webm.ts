import { truncated, UnreadableMedia } from './container.js';
import type { ReadRange } from './boxes.js';

const id = { ebml: 0x1a45dfa3, segment: 0x18538067 };

/** Throws if a WebM is shorter than its segment states (RFC 8794, section 6). A segment may have no stated size. */
export async function checkSegment(sizeBytes: number, read: ReadRange): Promise<void> {
  const header = await readElement(0, sizeBytes, read);
  if (header.id !== id.ebml || header.size === null) throw new UnreadableMedia('The video has no header.');
  const at = header.bodyAt + header.size;
  const segment = await readElement(at, sizeBytes, read);
  if (segment.id !== id.segment) throw new UnreadableMedia('The video has no content.');
  if (segment.size !== null && segment.bodyAt + segment.size > sizeBytes) throw truncated();
}

async function readElement(
  at: number,
  sizeBytes: number,
  read: ReadRange,
): Promise<{ id: number; size: number | null; bodyAt: number }> {
  if (at + 12 > sizeBytes) throw truncated();
  const bytes = await read(at, at + 12);
  let found = 0;
  for (const byte of bytes.subarray(0, 4)) found = found * 256 + byte;
  const width = Math.clz32(bytes[4] ?? 0) - 23;
  if (width > 8) throw new UnreadableMedia('The video has an element without a size.');
  let size = (bytes[4] ?? 0) & (0xff >> width);
  let isUnknown = size === 0xff >> width;
  for (const byte of bytes.subarray(5, 4 + width)) {
    size = size * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { id: found, size: isUnknown ? null : size, bodyAt: at + 4 + width };
}
