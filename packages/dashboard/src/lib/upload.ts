import type { components } from '../../../client/src/api-types.js';
import { sendByRequest, UploadRefused, type Send } from './upload-send.js';

type Schemas = components['schemas'];
export type Media = Schemas['Media'];
export type BegunUpload = Schemas['PresignedMedia'];
/** All of it is there already. */
interface ArrivedUpload {
  media: Media;
  upload: null;
}

const filenameCharsMax = 255;
const partsAtOnceMax = 3;
const roundsMax = 4;
const roundWaitMs = 1_000;
/** From here on a break costs one part, not the whole file. */
const partsFromBytes = 16 * 1024 * 1024;

/** The three operations of the API that an upload is made of. */
export interface UploadCalls {
  /** `POST /media/presign`. */
  begin: (request: Schemas['PresignMedia']) => Promise<BegunUpload>;
  /** `POST /media/{id}/upload`: fresh addresses for what is still missing. */
  again: (mediaId: string) => Promise<BegunUpload | ArrivedUpload>;
  /** `POST /media/{id}/complete`. */
  complete: (mediaId: string) => Promise<Media>;
}

export interface UploadOptions {
  calls: UploadCalls;
  signal: AbortSignal;
  /** Bytes that have been sent, those of an earlier try included. */
  onProgress: (sentBytes: number) => void;
  /** Known from here on: with this id the upload can be taken up again, or given up by `DELETE /media/{id}`. */
  onBegun?: (mediaId: string) => void;
  /** Goes on with this upload instead of beginning one. */
  resume?: string;
  altText?: string | null;
  send?: Send;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The connection has failed too often. What arrived is kept: the same file with `resume` sends the rest. */
export class UploadInterrupted extends Error {
  override readonly name = 'UploadInterrupted';
}

/** What `begin` is asked for a file. The browser's idea of the type is a claim; the service looks for itself. */
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
 * Brings one file into the library: in one request or in parts, with progress. A break is bridged a few times by
 * asking what is there already; after that it throws `UploadInterrupted`. What the API refuses is thrown as it is.
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

/** Of the storage, or of the API, which may be away as well. What it refuses is refused for good. */
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
      // No further part is begun; those that are on their way may still arrive.
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
