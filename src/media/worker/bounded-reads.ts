import type { ReadRange } from '../containers/boxes.js';
import { UnreadableMedia } from '../containers/container.js';
import { readBytesMax, type TaskSource } from './protocol.js';

/** The maximum number of bytes that are read to measure a file: its index, and a few samples of a video. */
const readBytesTotalMax = 128 * 1024 * 1024;

/** Reads large ranges in pieces. Gives up on a file that would make us read all of it. */
export function boundedReads(source: TaskSource, what: 'video' | 'document' = 'video'): ReadRange {
  let left = readBytesTotalMax;
  return async (start, end) => {
    left -= end - start;
    if (left < 0) throw new UnreadableMedia(`Too much of the ${what} would have to be read.`);
    if (end - start <= readBytesMax) return source.read(start, end);
    const whole = new Uint8Array(end - start);
    for (let at = start; at < end; at += readBytesMax) {
      whole.set(await source.read(at, Math.min(at + readBytesMax, end)), at - start);
    }
    return whole;
  };
}
