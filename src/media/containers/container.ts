/** The properties that the container of an image reveals before anything is decoded. */
export interface ContainerScan {
  /** Only the image: pieces of the original, in order, without metadata or anything after its end. */
  pieces: readonly Uint8Array[];
  /** Whether anything was left out of `pieces`. */
  hasMetadata: boolean;
  /** As the header states them, before the orientation is applied. */
  width: number;
  height: number;
  frameCount: number;
  /** One run of an animation; null for a still image. */
  durationMs: number | null;
}

/** The bytes are not the image that they claim to be. The caller sees the message, so it must not contain any bytes. */
export class UnreadableMedia extends Error {
  override readonly name = 'UnreadableMedia';
}

/** A type that is recognized but not accepted. */
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

/** The four characters with which containers name their parts. */
export function fourCc(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
