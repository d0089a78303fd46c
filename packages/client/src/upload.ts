import path from 'node:path';
import type { components } from './api-types.js';
import { ownClock, type Clock } from './clock.js';
import type { PunctualClient } from './client.js';
import { dataOf } from './errors.js';
import { readPatiently } from './patience.js';
import { UploadError } from './upload-error.js';
import { openSource, type Source, type UploadFile } from './upload-source.js';

export type Media = components['schemas']['Media'];
type Presigned = components['schemas']['PresignedMedia'];

/** Files of at least this size are sent in parts, so that a failure costs only one part. */
const partsFromBytes = 16 * 1024 * 1024;
/** A single request has at most this many bytes, because each is held in memory. */
const pieceBytesMax = 256 * 1024 * 1024;
const filenameCharsMax = 255;
const pieceTimeoutMs = 15 * 60_000;
/** How often the file, or the rest of it, is sent before the upload counts as interrupted. */
const roundsMax = 4;
const roundDelayMs = 1_000;
const checkPollMs = 1_000;
const checkMsMax = 15 * 60_000;

const typeByExtension: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  pdf: 'application/pdf',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
};

export interface UploadOptions {
  workspaceId: string;
  /** The type of the file, such as `image/png`. Default: by the extension of its name. */
  mime?: string;
  /** The name of the file. Default: that of the path or the `File`. */
  filename?: string;
  altText?: string;
  /** The media asset of an upload that was interrupted, of the same file. */
  resumeId?: string;
  idempotencyKey?: string;
  /**
   * Called once the upload has begun, with the media asset. `inParts` is true if the upload can continue after an
   * interruption.
   */
  onBegin?: (mediaId: string, upload: { inParts: boolean }) => void;
  /** Called with the number of bytes that have arrived, after each part. */
  onProgress?: (sentBytes: number, sizeBytes: number) => void;
  signal?: AbortSignal;
  /** Replaces the time, for tests. */
  clock?: Clock;
}

/**
 * Uploads a file to the library of a workspace, large ones in parts, and waits until the server has checked it. A part that
 * fails is sent again, a few times. Then an `UploadError` is thrown: `resumeId: error.mediaId`, with the same file, sends
 * the rest.
 */
export async function uploadMedia(
  client: PunctualClient,
  file: UploadFile,
  options: UploadOptions,
): Promise<Media> {
  const source = await openSource(file);
  try {
    const begun = await begin(client, source, options);
    options.onBegin?.(begun.media.id, { inParts: begun.upload.kind === 'parts' });
    await sendAll({ client, source, options }, begun);
    return await checked(client, begun.media.id, options);
  } finally {
    await source.close();
  }
}

interface Sending {
  client: PunctualClient;
  source: Source;
  options: UploadOptions;
}

function begin(
  client: PunctualClient,
  { name, sizeBytes }: Source,
  { altText, resumeId, idempotencyKey, workspaceId, mime, filename = name, signal }: UploadOptions,
): Promise<Presigned> {
  if (resumeId !== undefined) return renewed(client, resumeId);
  const extension = path.extname(filename ?? '').slice(1);
  const params = {
    query: { workspaceId },
    ...(idempotencyKey !== undefined && { header: { 'Idempotency-Key': idempotencyKey } }),
  };
  const body = {
    mime: mime ?? typeByExtension[extension.toLowerCase()] ?? 'application/octet-stream',
    sizeBytes,
    ...(filename !== undefined && { filename: filename.slice(-filenameCharsMax) }),
    ...(altText !== undefined && { altText }),
    ...(sizeBytes >= partsFromBytes && { multipart: true }),
  };
  return dataOf(client.POST('/media/presign', { params, body, ...(signal !== undefined && { signal }) }));
}

/** Returns what is still to be sent, with new URLs. */
const renewed = (client: PunctualClient, id: string): Promise<Presigned> =>
  dataOf(client.POST('/media/{id}/upload', { params: { path: { id } } }));

/** The content of one request: the whole file, or a part of it. */
interface Piece {
  url: string;
  headers: Readonly<Record<string, string>>;
  beginBytes: number;
  sizeBytes: number;
}

/** Sends what is missing. A piece that fails is sent again in the next round, to a new URL. */
async function sendAll(sending: Sending, begun: Presigned): Promise<void> {
  const { client, options } = sending;
  const { clock = ownClock, signal } = options;
  const mediaId = begun.media.id;
  let current = begun;
  for (let round = 1; ; round += 1) {
    try {
      await sendMissing(sending, current);
      return;
    } catch (error) {
      if (error instanceof UploadError) throw error;
      signal?.throwIfAborted();
      if (round >= roundsMax)
        throw new UploadError('interrupted', 'The upload was interrupted.', { mediaId, cause: error });
    }
    await clock.sleep(roundDelayMs * round, signal);
    current = await renewed(client, mediaId);
  }
}

async function sendMissing({ source, options }: Sending, { upload }: Presigned): Promise<void> {
  const { onProgress = () => undefined, signal } = options;
  const { sizeBytes } = source;
  const pieces = piecesOf(upload, sizeBytes);
  let sentBytes = sizeBytes - pieces.reduce((sum, piece) => sum + piece.sizeBytes, 0);
  onProgress(sentBytes, sizeBytes);
  for (const piece of pieces) {
    await sendPiece(source, piece, signal);
    sentBytes += piece.sizeBytes;
    onProgress(sentBytes, sizeBytes);
  }
}

function piecesOf(upload: Presigned['upload'], sizeBytes: number): Piece[] {
  if (upload.kind === 'single')
    return [{ url: upload.url, headers: upload.headers, beginBytes: 0, sizeBytes }];
  const { parts, partSizeBytes } = upload;
  const end = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  if (end !== sizeBytes) {
    const message = `The upload is of another file: it has ${end} bytes, and this file ${sizeBytes}.`;
    throw new UploadError('other-file', message);
  }
  return parts.flatMap(({ partNumber, sizeBytes: partBytes, address }) =>
    address === null
      ? []
      : [
          {
            url: address.url,
            headers: address.headers,
            beginBytes: (partNumber - 1) * partSizeBytes,
            sizeBytes: partBytes,
          },
        ],
  );
}

async function sendPiece(source: Source, piece: Piece, signal: AbortSignal | undefined): Promise<void> {
  const { url, headers, beginBytes, sizeBytes } = piece;
  if (sizeBytes > pieceBytesMax) {
    const message = `The server wants ${sizeBytes} bytes at once, more than ${pieceBytesMax}.`;
    throw new UploadError('rejected', message);
  }
  const body = await source.read(beginBytes, sizeBytes);
  if (body.byteLength < sizeBytes)
    throw new UploadError('unreadable', 'The file became shorter while it was uploaded.');
  const timeout = AbortSignal.timeout(pieceTimeoutMs);
  const response = await fetch(url, {
    method: 'PUT',
    headers: { ...headers },
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    redirect: 'error',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The storage responded with ${response.status}.`);
}

/** Has the server check the file, and waits for the result. */
async function checked(
  client: PunctualClient,
  id: string,
  { clock = ownClock, signal }: UploadOptions,
): Promise<Media> {
  const params = { path: { id } };
  const endMs = clock.nowMs() + checkMsMax;
  let media = await dataOf(client.POST('/media/{id}/complete', { params }));
  while (media.status === 'PROCESSING' && clock.nowMs() < endMs) {
    await clock.sleep(checkPollMs, signal);
    const reading = dataOf(client.GET('/media/{id}', { params }));
    media =
      (await readPatiently(reading, { clock, delayMsMax: Math.max(0, endMs - clock.nowMs()) })) ?? media;
  }
  if (media.status === 'READY') return media;
  const why = media.failure?.message ?? `it is ${media.status} after ${checkMsMax / 60_000} minutes.`;
  throw new UploadError('rejected', `The server does not accept the file: ${why}`, { mediaId: id });
}
