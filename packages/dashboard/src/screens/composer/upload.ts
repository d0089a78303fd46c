import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import type { Media } from './api.js';

type Presigned = components['schemas']['PresignedMedia'];
type Begun = Presigned | { media: Media; upload: null };
type Address = components['schemas']['SingleUpload'];

const partsAtOnceMax = 3;

export interface UploadProgress {
  /** As soon as the service knows of it: from then on it can go on after a break. */
  onBegun: (media: Media) => void;
  onSent: (sentBytes: number) => void;
  signal: AbortSignal;
}

/** Where no answer tells why. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
}

/** Sends a file, or what is missing of one, to where the service says, and has it looked at. */
export async function uploadFile(
  file: File,
  target: { workspaceId: string; mediaId: string | null; idempotencyKey: string },
  progress: UploadProgress,
): Promise<Media> {
  const { signal } = progress;
  const begun = await begin(file, target, signal);
  progress.onBegun(begun.media);
  if (begun.upload === null) return begun.media;
  const { media, upload } = begun;
  if (upload.kind === 'single') await send(upload, file, progress.onSent, signal);
  else await sendParts(file, upload, progress);
  const params = { path: { id: media.id } };
  return dataOf(api.POST('/media/{id}/complete', { params, body: {}, signal }));
}

async function begin(
  file: File,
  {
    workspaceId,
    mediaId,
    idempotencyKey,
  }: { workspaceId: string; mediaId: string | null; idempotencyKey: string },
  signal: AbortSignal,
): Promise<Begun> {
  if (mediaId !== null) {
    return goOn(mediaId, signal);
  }
  return dataOf(
    api.POST('/media/presign', {
      params: { query: { workspaceId }, header: { 'Idempotency-Key': idempotencyKey } },
      body: { mime: file.type, sizeBytes: file.size, filename: file.name },
      signal,
    }),
  );
}

async function goOn(mediaId: string, signal: AbortSignal): Promise<Begun> {
  const params = { path: { id: mediaId } };
  try {
    return await dataOf(api.POST('/media/{id}/upload', { params, signal }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    // All of it has arrived, and been looked at: only the answer was lost.
    const media = await dataOf(api.GET('/media/{id}', { params, signal }));
    if (media.status !== 'READY' && media.status !== 'PROCESSING') throw error;
    return { media, upload: null };
  }
}

async function sendParts(
  file: File,
  { partSizeBytes, parts }: components['schemas']['PartsUpload'],
  { onSent, signal }: UploadProgress,
): Promise<void> {
  const sent = new Map(parts.map((part) => [part.partNumber, part.uploaded ? part.sizeBytes : 0]));
  const tell = (): void => {
    onSent([...sent.values()].reduce((sum, bytes) => sum + bytes, 0));
  };
  tell();
  const missing = parts.filter(({ uploaded }) => !uploaded);
  const sendNext = async (): Promise<void> => {
    for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
      const { partNumber, sizeBytes, address } = part;
      if (address === null) continue;
      const start = (partNumber - 1) * partSizeBytes;
      const note = (bytes: number): void => {
        sent.set(partNumber, bytes);
        tell();
      };
      await send(address, file.slice(start, start + sizeBytes), note, signal);
    }
  };
  await Promise.all(Array.from({ length: partsAtOnceMax }, sendNext));
}

/** By XMLHttpRequest, which is what tells how much has gone. The address is its own key: no cookie is needed. */
function send(
  { method, url, headers }: Pick<Address, 'method' | 'url' | 'headers'>,
  body: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = (): void => {
      request.abort();
    };
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => {
      onSent(loaded);
    });
    request.addEventListener('load', () => {
      if (request.status < 300) onSent(body.size);
      settle(request.status < 300 ? null : new UploadError(messageOf(request)));
    });
    request.addEventListener('error', () => {
      settle(new UploadError('The upload was interrupted.'));
    });
    request.addEventListener('abort', () => {
      settle(signal.reason instanceof Error ? signal.reason : new UploadError('The upload was canceled.'));
    });
    const settle = (error: Error | null): void => {
      signal.removeEventListener('abort', abort);
      if (error === null) resolve();
      else reject(error);
    };
    signal.addEventListener('abort', abort);
    request.send(body);
  });
}

function messageOf({ responseText, status }: XMLHttpRequest): string {
  try {
    const { message } = JSON.parse(responseText) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // A storage of its own answers in its own way.
  }
  return `The storage server responded with status ${status}.`;
}
