import type { components } from '../../../client/src/api-types.js';
import { pause } from './pause.js';
import { t } from '../messages/common.js';
import { sendByRequest, UploadRefused, type Send, type SignedUrl } from './upload-send.js';

type Schemas = components['schemas'];
export type Media = Schemas['Media'];
export type BegunUpload = Schemas['PresignedMedia'];
/** The state of an upload whose bytes have all arrived, so that there are no more URLs. */
interface ArrivedUpload {
  media: Media;
  upload: null;
}

const filenameCharsMax = 255;
const partsAtOnceMax = 3;
const roundsMax = 4;
const roundWaitMs = 1_000;
/** Files of at least this size are sent in parts, so that a failure costs only one part. */
const partsFromBytes = 16 * 1024 * 1024;

/** The API operations of an upload. */
export interface UploadCalls {
  /** Calls `POST /media/presign`, which starts an upload. */
  begin: (request: Schemas['PresignMedia']) => Promise<BegunUpload>;
  /** Calls `POST /media/{id}/upload`, which returns new URLs for the missing bytes. */
  again: (mediaId: string) => Promise<BegunUpload | ArrivedUpload>;
  /** Calls `POST /media/{id}/complete`. */
  complete: (mediaId: string) => Promise<Media>;
}

export interface UploadOptions {
  calls: UploadCalls;
  signal: AbortSignal;
  /** Called with the number of bytes that have been sent, including those of earlier tries. */
  onProgress: (sentBytes: number) => void;
  /** Called when the upload gets its id. With the id it can be resumed, or canceled by `DELETE /media/{id}`. */
  onBegun?: (mediaId: string) => void;
  /** The id of an upload to resume. */
  resume?: string;
  altText?: string | null;
  send?: Send;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * The connection failed too often. The service keeps the bytes that arrived: `resume` with the same file sends the
 * rest.
 */
export class UploadInterrupted extends Error {
  override readonly name = 'UploadInterrupted';
}

/** Types that some systems do not know, so that browsers leave them empty or guess another one. */
const typesByEnding: Readonly<Record<string, string>> = { vtt: 'text/vtt', srt: 'application/x-subrip' };

function typeOf({ name, type }: File): string {
  const known = typesByEnding[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
  return known ?? (type === '' ? 'application/octet-stream' : type);
}

/** Returns the request body that starts an upload. The browser only guesses the file type, so the service checks it. */
export function presignRequest(file: File, altText: string | null = null): Schemas['PresignMedia'] {
  return {
    mime: typeOf(file),
    sizeBytes: file.size,
    filename: file.name.slice(0, filenameCharsMax),
    altText,
    ...(file.size >= partsFromBytes && { multipart: true }),
  };
}

/**
 * Uploads one file to the library, in one request or in parts. After a connection failure, asks the service which bytes
 * have arrived and continues, a few times; then throws `UploadInterrupted`. Error responses of the API are thrown
 * unchanged.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<Media> {
  const { calls, signal, onProgress, wait = pause } = options;
  const begun =
    options.resume === undefined
      ? await calls.begin(presignRequest(file, options.altText))
      : await calls.again(options.resume);
  signal.throwIfAborted();
  const mediaId = begun.media.id;
  options.onBegun?.(mediaId);
  let { media, upload }: BegunUpload | ArrivedUpload = begun;
  for (let round = 1; ; round += 1) {
    try {
      if (round > 1) ({ media, upload } = await calls.again(mediaId));
      if (upload === null) break;
      await sendAll(file, upload, options);
      media = await calls.complete(mediaId);
      break;
    } catch (cause) {
      signal.throwIfAborted();
      if (!canRetry(cause)) throw cause;
      if (round >= roundsMax) throw new UploadInterrupted(t('uploadInterrupted'), { cause });
      await wait(roundWaitMs * round, signal);
    }
  }
  signal.throwIfAborted();
  onProgress(file.size);
  return media;
}

/** Whether another try can succeed: the storage refused the bytes, or the API could not be reached. */
const canRetry = (cause: unknown): boolean =>
  cause instanceof UploadRefused || (cause instanceof Error && cause.name === 'AwayError');

/** The content of one request: the whole file, or one part of it. */
interface Piece {
  signedUrl: SignedUrl;
  body: Blob;
}

/** Sends the bytes that have not arrived yet, several pieces at once. */
async function sendAll(file: File, upload: BegunUpload['upload'], options: UploadOptions): Promise<void> {
  const { onProgress, signal, send = sendByRequest } = options;
  const { pieces, arrivedBytes } = piecesOf(file, upload);
  const sentBytes = new Map<Piece, number>();
  const report = (piece: Piece, bytes: number): void => {
    sentBytes.set(piece, bytes);
    onProgress([...sentBytes.values()].reduce((sum, each) => sum + each, arrivedBytes));
  };
  onProgress(arrivedBytes);
  const waiting = [...pieces];
  const senders = Array.from({ length: Math.min(partsAtOnceMax, pieces.length) }, async () => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const piece = next;
        await send(piece.signedUrl, piece.body, signal, (bytes) => report(piece, bytes));
        report(piece, piece.body.size);
      }
    } catch (error) {
      // After a failure, starts no further pieces. Those that are already being sent may still arrive.
      waiting.length = 0;
      throw error;
    }
  });
  const failed = (await Promise.allSettled(senders)).find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function piecesOf(file: File, upload: BegunUpload['upload']): { pieces: Piece[]; arrivedBytes: number } {
  if (upload.kind === 'single') return { pieces: [{ signedUrl: upload, body: file }], arrivedBytes: 0 };
  const pieces: Piece[] = [];
  let arrivedBytes = 0;
  for (const { partNumber, sizeBytes, address } of upload.parts) {
    const fromByte = (partNumber - 1) * upload.partSizeBytes;
    if (address === null) arrivedBytes += sizeBytes;
    else pieces.push({ signedUrl: address, body: file.slice(fromByte, fromByte + sizeBytes) });
  }
  return { pieces, arrivedBytes };
}
