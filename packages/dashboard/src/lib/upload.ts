import type { components } from '../../../client/src/api-types.js';
import { sendByRequest, UploadRefused, type Send } from './upload-send.js';

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

/** Returns the request body that starts an upload. The browser only guesses the file type, so the service checks it. */
export function presignRequest(file: File, altText: string | null = null): Schemas['PresignMedia'] {
  return {
    mime: file.type === '' ? 'application/octet-stream' : file.type,
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
  const { calls, signal, onProgress, wait = waitFor } = options;
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
      if (!isBreak(cause)) throw cause;
      if (round >= roundsMax) throw new UploadInterrupted('The upload was interrupted.', { cause });
      await wait(roundWaitMs * round, signal);
    }
  }
  signal.throwIfAborted();
  onProgress(file.size);
  return media;
}

/**
 * Whether another try can succeed, because only the storage failed or the API was unreachable. Other errors are final.
 */
const isBreak = (cause: unknown): boolean =>
  cause instanceof UploadRefused || (cause instanceof Error && cause.name === 'AwayError');

interface Piece {
  address: Schemas['SingleUpload'] | NonNullable<Schemas['UploadPart']['address']>;
  body: Blob;
}

async function sendAll(file: File, upload: BegunUpload['upload'], options: UploadOptions): Promise<void> {
  const { onProgress } = options;
  const { pieces, thereBytes } = piecesOf(file, upload);
  const sent = new Map<Piece, number>();
  const tell = (): void => {
    onProgress([...sent.values()].reduce((sum, bytes) => sum + bytes, thereBytes));
  };
  tell();
  const waiting = [...pieces];
  const sendNext = async (): Promise<void> => {
    for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) {
      const current = piece;
      await (options.send ?? sendByRequest)(current.address, current.body, options.signal, (bytes) => {
        sent.set(current, bytes);
        tell();
      });
      sent.set(current, current.body.size);
      tell();
    }
  };
  const senders = Array.from({ length: Math.min(partsAtOnceMax, pieces.length) }, async () => {
    try {
      await sendNext();
    } catch (error) {
      // After a failure, starts no further parts. Parts that are already being sent may still arrive.
      waiting.length = 0;
      throw error;
    }
  });
  const failed = (await Promise.allSettled(senders)).find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function piecesOf(file: File, upload: BegunUpload['upload']): { pieces: Piece[]; thereBytes: number } {
  if (upload.kind === 'single') return { pieces: [{ address: upload, body: file }], thereBytes: 0 };
  const pieces: Piece[] = [];
  let thereBytes = 0;
  for (const { partNumber, sizeBytes, address } of upload.parts) {
    const fromByte = (partNumber - 1) * upload.partSizeBytes;
    if (address === null) thereBytes += sizeBytes;
    else pieces.push({ address, body: file.slice(fromByte, fromByte + sizeBytes) });
  }
  return { pieces, thereBytes };
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
