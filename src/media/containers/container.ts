/** The properties that the container of an image reveals before anything is decoded. */
export interface ContainerScan {
  /** The pieces of the original that make up the image, in order, without metadata or bytes after its end. */
  pieces: readonly Uint8Array[];
  /** Whether anything was left out of `pieces`. */
  hasMetadata: boolean;
  /** The size in the header, before the orientation is applied. */
  width: number;
  height: number;
  frameCount: number;
  /** The duration of one run of an animation; null for a still image. */
  durationMs: number | null;
}

/**
 * The error for bytes that are not the image that they claim to be. The caller sees the message, so it must not contain
 * any bytes.
 */
export class UnreadableMedia extends Error {
  override readonly name = 'UnreadableMedia';
}

/** The error for a type that is recognized but not accepted. */
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

/** Reads the four characters with which containers name their parts. */
export function fourCc(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
