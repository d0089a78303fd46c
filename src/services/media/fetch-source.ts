import { AppError } from '../../domain/errors.js';
import { claimedMime, kindOfMime, sniffBytesMax, textMime, type MediaMime } from '../../domain/media.js';
import type { Download, DownloadError } from '../../egress/download.js';
import type { UrlRejectedError } from '../../egress/url-guard.js';
import type { MediaFetch, ServiceDeps } from '../shared/context.js';
import { checkSize } from './presign.js';
import { isNamed } from './internal/storage-faults.js';

/** An open download, with the type that its first bytes claim. */
export interface Source {
  mime: MediaMime;
  bytesMax: number;
  /** The size that the source states; null if it states none. */
  sizeBytes: number | null;
  body: AsyncIterable<Uint8Array>;
  close: () => Promise<void>;
}

type Deps = Pick<ServiceDeps, 'media'>;

export function requireMediaFetch({ media: { fetch: mediaFetch } }: Pick<ServiceDeps, 'media'>): MediaFetch {
  if (mediaFetch !== null) return mediaFetch;
  throw new AppError('URL_INGEST_DISABLED', 'This installation does not fetch media by URL.', {});
}

/**
 * Requests a URL that a user supplied, and reads only as much as is needed to reject it. Throws the error that the
 * caller gets.
 */
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
    if (head.byteLength === 0) throw new AppError('EMPTY_BODY', 'The response of the URL was empty.', {});
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
    ? `The URL responded with ${status}. Redirects are not followed.`
    : `The URL responded with ${status}.`;
  throw new AppError('FETCH_FAILED', message, isRedirect ? { status, reason: 'redirect' } : { status });
}

function checkMime(head: Buffer, { contentType }: Download): MediaMime {
  const mime = claimedMime(head);
  if (mime !== null) return mime;
  const found = textMime(head) ?? contentType;
  const what = found === null ? '' : `, but ${found}`;
  const message = `The URL did not return a file of an accepted type${what}.`;
  throw new AppError('UNSUPPORTED_MIME', message, { mime: found });
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

/** Yields the body, and fails at the first byte beyond the limit. Errors of the source become our own messages. */
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
  connect_failed: 'The connection failed.',
  connect_timeout: 'The connection timed out.',
  tls_failed: 'No trusted TLS connection could be established.',
  headers_timeout: 'No response arrived in time.',
  headers_invalid: 'The response was not valid HTTP.',
  encoded: 'The response was compressed, although the request did not ask for that.',
  idle_timeout: 'The response stopped halfway.',
  too_slow: 'The response was too slow.',
  total_timeout: 'The response took too long.',
  truncated: 'The connection closed before the response was complete.',
  longer_than_declared: 'The response was longer than its Content-Length.',
  aborted: 'The request was aborted.',
};

async function fromSource<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (isNamed<UrlRejectedError>(thrown, 'UrlRejectedError')) {
      const { reason } = thrown;
      // A DNS failure is the only one of these reasons that may be temporary.
      const code = reason === 'dns_failed' ? 'FETCH_FAILED' : 'URL_REJECTED';
      throw new AppError(code, thrown.message, { reason }, { cause: thrown });
    }
    if (!isNamed<DownloadError>(thrown, 'DownloadError')) throw thrown;
    const { reason } = thrown;
    throw new AppError('FETCH_FAILED', texts[reason], { reason }, { cause: thrown });
  }
}
