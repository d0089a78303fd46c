/** What a walk over a picture's container tells, without decoding any of it. */
export interface ContainerScan {
  /** The picture alone: pieces of the original, in order, without metadata and without what lies behind its end. */
  pieces: readonly Uint8Array[];
  /** Whether anything was left out of `pieces`. */
  hasMetadata: boolean;
  /** As the header states them, before any orientation. */
  width: number;
  height: number;
  frameCount: number;
  /** Of an animation's single run; null for a still picture. */
  durationMs: number | null;
}

/** The bytes are not the picture that they claim to be. The message goes to the caller: no bytes in it. */
export class UnreadableMedia extends Error {
  override readonly name = 'UnreadableMedia';
}

/** A type that is recognised and not taken. */
export class UnsupportedMedia extends Error {
  override readonly name = 'UnsupportedMedia';
  readonly mime: string | null;

  constructor(mime: string | null, message: string) {
    super(message);
    this.mime = mime;
  }
}

export const truncated = (): UnreadableMedia =>
  new UnreadableMedia('The file ends in the middle of its content.');

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Four characters, as containers name their parts. */
export function fourCc(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
