import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { components } from '../api-types.js';
import type { PunctualClient } from '../client.js';
import { dataOf } from '../errors.js';
import { CommandFailed, exitCodes, messageOf } from './failures.js';
import { readPatiently } from './read-patiently.js';
import type { Clock } from './surroundings.js';

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
  clock: Clock;
  altText?: string;
  /** The media asset of an upload that was interrupted. */
  resumeId?: string;
  idempotencyKey?: string;
  workspaceId: string;
  /** Called with the media asset of an upload in parts, which can go on after an interruption. */
  onParts: (mediaId: string) => void;
  /** Called with the number of bytes that have arrived. */
  onProgress: (sentBytes: number, sizeBytes: number) => void;
}

/** Uploads a file, and waits until the server has checked it. */
export async function uploadFile(
  client: PunctualClient,
  name: string,
  options: UploadOptions,
): Promise<Media> {
  const file = await open(name).catch((error: unknown) => {
    throw new CommandFailed(`The file cannot be read: ${messageOf(error)}`, exitCodes.usage);
  });
  try {
    const info = await file.stat();
    if (!info.isFile() || info.size === 0)
      throw new CommandFailed('This is not a file with content.', exitCodes.usage);
    const begun = await begin(client, name, info.size, options);
    if (begun.upload.kind === 'parts') options.onParts(begun.media.id);
    const { clock, onProgress } = options;
    await sendAll({ client, file, sizeBytes: info.size, clock, onProgress }, begun);
    return await checked(client, begun.media.id, clock);
  } finally {
    await file.close();
  }
}

function begin(
  client: PunctualClient,
  name: string,
  sizeBytes: number,
  { altText, resumeId, idempotencyKey, workspaceId }: UploadOptions,
): Promise<Presigned> {
  if (resumeId !== undefined) return renewed(client, resumeId);
  const extension = path.extname(name).slice(1).toLowerCase();
  const params = {
    query: { workspaceId },
    ...(idempotencyKey !== undefined && { header: { 'Idempotency-Key': idempotencyKey } }),
  };
  const body = {
    mime: typeByExtension[extension] ?? 'application/octet-stream',
    sizeBytes,
    filename: path.basename(name).slice(-filenameCharsMax),
    ...(altText !== undefined && { altText }),
    ...(sizeBytes >= partsFromBytes && { multipart: true }),
  };
  return dataOf(client.POST('/media/presign', { params, body }));
}

/** Returns what is still to be sent, with new URLs. */
const renewed = (client: PunctualClient, id: string): Promise<Presigned> =>
  dataOf(client.POST('/media/{id}/upload', { params: { path: { id } } }));

interface Sending {
  client: PunctualClient;
  file: FileHandle;
  sizeBytes: number;
  clock: Clock;
  onProgress: UploadOptions['onProgress'];
}

/** The content of one request: the whole file, or a part of it. */
interface Piece {
  url: string;
  headers: Readonly<Record<string, string>>;
  beginBytes: number;
  sizeBytes: number;
}

/** Sends what is missing. A piece that fails is sent again in the next round, to a new URL. */
async function sendAll(sending: Sending, begun: Presigned): Promise<void> {
  let current = begun;
  for (let round = 1; ; round += 1) {
    try {
      await sendMissing(sending, current);
      return;
    } catch (error) {
      if (error instanceof CommandFailed) throw error;
      if (round >= roundsMax) throw interrupted(error, begun.media.id);
    }
    await sending.clock.sleep(roundDelayMs * round);
    current = await renewed(sending.client, begun.media.id);
  }
}

const interrupted = (error: unknown, mediaId: string): CommandFailed =>
  new CommandFailed(`The upload was interrupted: ${messageOf(error)} Go on with --resume ${mediaId}`);

async function sendMissing({ file, sizeBytes, onProgress }: Sending, { upload }: Presigned): Promise<void> {
  const pieces = piecesOf(upload, sizeBytes);
  let sentBytes = sizeBytes - pieces.reduce((sum, piece) => sum + piece.sizeBytes, 0);
  onProgress(sentBytes, sizeBytes);
  for (const piece of pieces) {
    await sendPiece(file, piece);
    sentBytes += piece.sizeBytes;
    onProgress(sentBytes, sizeBytes);
  }
}

function piecesOf(upload: Presigned['upload'], sizeBytes: number): Piece[] {
  if (upload.kind === 'single')
    return [{ url: upload.url, headers: upload.headers, beginBytes: 0, sizeBytes }];
  const { parts, partSizeBytes } = upload;
  const end = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  if (end !== sizeBytes)
    throw new CommandFailed(
      `The upload is of another file: it has ${end} bytes, and this file ${sizeBytes}.`,
    );
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

async function sendPiece(file: FileHandle, { url, headers, beginBytes, sizeBytes }: Piece): Promise<void> {
  if (sizeBytes > pieceBytesMax)
    throw new CommandFailed(`The server wants ${sizeBytes} bytes at once, more than ${pieceBytesMax}.`);
  const body = Buffer.alloc(sizeBytes);
  const { bytesRead } = await file.read(body, 0, sizeBytes, beginBytes);
  if (bytesRead < sizeBytes) throw new CommandFailed('The file became shorter while it was uploaded.');
  const signal = AbortSignal.timeout(pieceTimeoutMs);
  const response = await fetch(url, {
    method: 'PUT',
    headers: { ...headers },
    body,
    redirect: 'error',
    signal,
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The storage responded with ${response.status}.`);
}

/** Has the server check the file, and waits for the result. */
async function checked(client: PunctualClient, id: string, clock: Clock): Promise<Media> {
  const params = { path: { id } };
  const endMs = clock.nowMs() + checkMsMax;
  let media = await dataOf(client.POST('/media/{id}/complete', { params }));
  while (media.status === 'PROCESSING' && clock.nowMs() < endMs) {
    await clock.sleep(checkPollMs);
    media = (await readPatiently(dataOf(client.GET('/media/{id}', { params })))) ?? media;
  }
  if (media.status === 'READY') return media;
  const why = media.failure?.message ?? `it is ${media.status} after ${checkMsMax / 60_000} minutes.`;
  throw new CommandFailed(`The server does not accept the file: ${why}`);
}
