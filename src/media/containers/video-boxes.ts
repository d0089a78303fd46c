import { readHeader } from './boxes.js';
import { fourCc, viewOf } from './container.js';

/** A box of a video's index, including its header. */
export interface VideoBox {
  type: string;
  bytes: Uint8Array;
  body: Uint8Array;
}

/** Reads consecutive boxes. Throws UnreadableMedia if one extends beyond its parent. */
export function boxesIn(bytes: Uint8Array): VideoBox[] {
  const found: VideoBox[] = [];
  // QuickTime may end a list of boxes with four zero bytes. Readers ignore what follows.
  for (let at = 0; bytes.length - at >= 8 && viewOf(bytes).getUint32(at) !== 0;) {
    const { type, size, headerBytes } = readHeader(bytes, at, bytes.length - at);
    const box = bytes.subarray(at, at + size);
    found.push({ type, bytes: box, body: box.subarray(headerBytes) });
    at += size;
  }
  return found;
}

/** The boxes inside a box, or those at the end of a path of types. */
export function childrenOf(box: VideoBox, ...path: string[]): VideoBox[] {
  const [next, ...rest] = path;
  const inside = boxesIn(box.body);
  if (next === undefined) return inside;
  return inside.filter(({ type }) => type === next).flatMap((child) => childrenOf(child, ...rest));
}

/** The first box at the end of a path. */
export function findBox(box: VideoBox, ...path: string[]): VideoBox | undefined {
  const last = path.at(-1);
  return childrenOf(box, ...path.slice(0, -1)).find(({ type }) => type === last);
}

export function makeBox(type: string, ...parts: Uint8Array[]): Uint8Array {
  const made = joined([new Uint8Array(8), ...parts]);
  viewOf(made).setUint32(0, made.length);
  made.set(asciiBytes(type), 4);
  return made;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Four characters of a body, or nothing if it is too short. */
export function codeAt(bytes: Uint8Array, at: number): string {
  return at + 4 <= bytes.length ? fourCc(bytes, at) : '';
}
