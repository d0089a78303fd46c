import { AppError } from '../../domain/errors.js';
import { claimedMime, kindOfMime, sniffBytesMax, type MediaMime } from '../../domain/media.js';
import type { Download, DownloadError } from '../../egress/download.js';
import type { UrlRejectedError } from '../../egress/url-guard.js';
import type { MediaFetch, ServiceDeps } from '../shared/context.js';
import { checkSize } from './presign.js';
import { isNamed } from './internal/storage-faults.js';

/** A body that is on its way, and what its first bytes claim to be. */
export interface Source {
  mime: MediaMime;
  bytesMax: number;
  /** As the source states it; null where it does not. */
  sizeBytes: number | null;
  body: AsyncIterable<Uint8Array>;
  close: () => Promise<void>;
}

type Deps = Pick<ServiceDeps, 'media'>;

export function requireMediaFetch({ media: { fetch: mediaFetch } }: Pick<ServiceDeps, 'media'>): MediaFetch {
  if (mediaFetch !== null) return mediaFetch;
  throw new AppError('URL_INGEST_DISABLED', 'Media cannot be fetched by URL on this installation.', {});
}

/** Asks an address that a user named, and reads as much as is needed to refuse it. Throws what the caller is told. */
export async function openSource(deps: Deps, url: string, signal: AbortSignal): Promise<Source> {
  const {
    media: { bytesMax: mediaBytesMax },
  } = deps;
  const download = await fromSource(requireMediaFetch(deps).openDownload({ url, signal }));
  try {
    checkStatus(download.status);
    const { sizeBytes } = download;
    if (sizeBytes !== null) checkSize(sizeBytes, Math.max(...Object.values(mediaBytesMax)));
    const chunks = download.body[Symbol.asyncIterator]();
    const head = await fromSource(readHead(chunks));
    if (head.byteLength === 0) throw new AppError('EMPTY_BODY', 'The address answered without bytes.', {});
    const mime = checkMime(head, download);
    const bytesMax = mediaBytesMax[kindOfMime(mime)];
    if (sizeBytes !== null) checkSize(sizeBytes, bytesMax);
    return { mime, bytesMax, sizeBytes, body: bounded(head, chunks, bytesMax), close: download.close };
  } catch (error) {
    await download.close();
    throw error;
  }
}

function checkStatus(status: number): void {
  if (status === 200) return;
  const isRedirect = status >= 300 && status < 400;
  const message = isRedirect
    ? `The address answered with ${status}; redirects are not followed.`
    : `The address answered with ${status}.`;
  throw new AppError('FETCH_FAILED', message, isRedirect ? { status, reason: 'redirect' } : { status });
}

function checkMime(head: Buffer, { contentType }: Download): MediaMime {
  const mime = claimedMime(head);
  if (mime !== null) return mime;
  throw new AppError('UNSUPPORTED_MIME', 'What the address gave is not a file of a type that is accepted.', {
    mime: contentType,
  });
}

async function readHead(chunks: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  while (sizeBytes < sniffBytesMax) {
    const next = await chunks.next();
    if (next.done === true) break;
    pieces.push(next.value);
    sizeBytes += next.value.byteLength;
  }
  return Buffer.concat(pieces);
}

/** The whole body, ended at the first byte too many; whatever goes wrong at the source is told in our words. */
async function* bounded(
  head: Buffer,
  chunks: AsyncIterator<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = head.byteLength;
  checkSize(sizeBytes, bytesMax);
  yield head;
  for (;;) {
    const next = await fromSource(chunks.next());
    if (next.done === true) return;
    sizeBytes += next.value.byteLength;
    checkSize(sizeBytes, bytesMax);
    yield next.value;
  }
}

const texts: Record<DownloadError['reason'], string> = {
  connect_failed: 'No connection could be made.',
  connect_timeout: 'No connection could be made in time.',
  tls_failed: 'No trusted TLS connection could be made.',
  headers_timeout: 'No answer came in time.',
  headers_invalid: 'The answer was not HTTP.',
  encoded: 'The answer was compressed, which was not asked for.',
  idle_timeout: 'The answer stopped in the middle.',
  too_slow: 'The answer came too slowly.',
  total_timeout: 'The answer took too long.',
  truncated: 'The connection ended before the answer did.',
  longer_than_declared: 'The answer was longer than it said.',
  aborted: 'The request was given up.',
};

async function fromSource<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (isNamed<UrlRejectedError>(thrown, 'UrlRejectedError')) {
      throw new AppError('URL_REJECTED', thrown.message, { reason: thrown.reason });
    }
    if (!isNamed<DownloadError>(thrown, 'DownloadError')) throw thrown;
    const { reason } = thrown;
    throw new AppError('FETCH_FAILED', texts[reason], { reason }, { cause: thrown });
  }
}
