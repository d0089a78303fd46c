import { performance } from 'node:perf_hooks';
import { collector } from './memory.js';
import { Client } from 'undici';
import { classify, userAgentDefault } from './exchange.js';
import { pinnedConnector } from './pinned-connector.js';
import type { ResolvedAddress } from './url-guard.js';

/** Limits for every stage of a download. A source may be slow or large, but not endlessly both. */
export interface DownloadLimits {
  dnsTimeoutMs: number;
  /** The limit for TCP, and for TLS. */
  connectTimeoutMs: number;
  /** The limit from the connection to the last header. */
  headersTimeoutMs: number;
  /** The longest pause between two pieces of the body. */
  idleTimeoutMs: number;
  /** The minimum average speed after the grace period. Time in which we do not read does not count. */
  bytesPerSecondMin: number;
  rateGraceMs: number;
  /** The limit from the first DNS query to the last byte. */
  totalTimeoutMs: number;
}

export const downloadLimitsDefault: DownloadLimits = {
  dnsTimeoutMs: 5_000,
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 10_000,
  idleTimeoutMs: 10_000,
  bytesPerSecondMin: 16 * 1024,
  rateGraceMs: 10_000,
  totalTimeoutMs: 15 * 60 * 1000,
};

export interface Download {
  status: number;
  /** The size that the source declares. Null if it declares none. */
  sizeBytes: number | null;
  contentType: string | null;
  /** The body, to be read once or closed. Throws DownloadError if the source breaks a limit. */
  body: AsyncIterable<Uint8Array>;
  /** Closes the connection. Always call it; repeated calls are safe. */
  close: () => Promise<void>;
}

export const downloadFaults = [
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'headers_timeout',
  'headers_invalid',
  'encoded',
  'idle_timeout',
  'too_slow',
  'total_timeout',
  'truncated',
  'longer_than_declared',
  'aborted',
] as const;

export type DownloadFault = (typeof downloadFaults)[number];

export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly reason: DownloadFault;

  constructor(reason: DownloadFault, options?: ErrorOptions) {
    // The message omits the URL, which may contain a token.
    super(`the download did not succeed: ${reason}`, options);
    this.reason = reason;
  }
}

export interface PinnedDownload {
  url: URL;
  addresses: readonly ResolvedAddress[];
  limits: DownloadLimits;
  /** The part of the total time that has already been used. */
  spentMs: number;
  signal: AbortSignal;
  userAgent?: string;
  tlsCa?: string;
}

/** The wait after the end of the body. Bytes that arrive in it show that the source declared too few. */
const overrunWaitMs = 20;

/**
 * Requests the URL from the vetted IP addresses only. It follows no redirect, decompresses nothing, and does not keep
 * the body in memory.
 */
export async function downloadPinned(order: PinnedDownload): Promise<Download> {
  const { url, limits } = order;
  const stop = new AbortController();
  const give = (reason: DownloadFault): void => stop.abort(new DownloadError(reason));
  const onAbort = (): void => give('aborted');
  order.signal.addEventListener('abort', onAbort, { once: true });
  const total = setTimeout(() => give('total_timeout'), Math.max(0, limits.totalTimeoutMs - order.spentMs));
  const client = new Client(url.origin, {
    connect: pinnedConnector(order.addresses, {
      timeoutMs: limits.connectTimeoutMs,
      signal: stop.signal,
      ...(order.tlsCa === undefined ? {} : { ca: order.tlsCa }),
    }),
    // Keeps the connection open after the response, so that surplus bytes are noticed.
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const close = async (): Promise<void> => {
    clearTimeout(total);
    order.signal.removeEventListener('abort', onAbort);
    give('aborted');
    await client.destroy();
  };
  if (order.signal.aborted) onAbort();
  try {
    const answer = await requestHead(client, order, { stop, give });
    const body = bounded(answer.body, { limits, give, hasOverrun: overrunOf(client) });
    return { ...answer.head, body, close };
  } catch (error) {
    await close();
    throw asDownloadError(error, stop.signal);
  }
}

interface Stop {
  stop: AbortController;
  give: (reason: DownloadFault) => void;
}

async function requestHead(client: Client, { url, limits, userAgent }: PinnedDownload, { stop, give }: Stop) {
  let timer: NodeJS.Timeout | undefined;
  client.once('connect', () => {
    timer = setTimeout(() => give('headers_timeout'), limits.headersTimeoutMs);
  });
  try {
    const { statusCode, headers, body } = await client.request({
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: {
        'user-agent': userAgent ?? userAgentDefault,
        accept: 'image/*, video/*',
        'accept-encoding': 'identity',
      },
      signal: stop.signal,
    });
    // The reader of the body gets this error. Without a reader, it is ignored.
    body.on('error', () => undefined);
    const encoding = String(headers['content-encoding'] ?? '');
    if (!/^(identity)?$/i.test(encoding)) throw new DownloadError('encoded');
    const length = Number(headers['content-length']);
    const type = headers['content-type'];
    const head = {
      status: statusCode,
      sizeBytes: headers['content-length'] !== undefined && Number.isSafeInteger(length) ? length : null,
      contentType: typeof type === 'string' ? (type.split(';')[0]?.trim().toLowerCase() ?? null) : null,
    };
    return { head, body: body as AsyncIterable<Uint8Array> };
  } finally {
    clearTimeout(timer);
  }
}

interface Bounds {
  limits: DownloadLimits;
  give: Stop['give'];
  hasOverrun: () => Promise<boolean>;
}

async function* bounded(
  body: AsyncIterable<Uint8Array>,
  { limits, give, hasOverrun }: Bounds,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let waitedMs = 0;
  let bytes = 0;
  const collect = collector();
  try {
    for (;;) {
      const idle = setTimeout(() => give('idle_timeout'), limits.idleTimeoutMs);
      const sinceMs = performance.now();
      const next = await chunks.next().finally(() => clearTimeout(idle));
      waitedMs += performance.now() - sinceMs;
      if (next.done === true) break;
      bytes += next.value.byteLength;
      if (waitedMs > limits.rateGraceMs && bytes < (limits.bytesPerSecondMin * waitedMs) / 1000) {
        throw new DownloadError('too_slow');
      }
      collect(next.value.byteLength);
      yield next.value;
    }
  } catch (error) {
    throw error instanceof DownloadError ? error : new DownloadError('truncated', { cause: error });
  } finally {
    await chunks.return?.();
  }
  if (await hasOverrun()) throw new DownloadError('longer_than_declared');
}

/**
 * Returns a check of whether bytes came after the declared end. The parser then closes the connection, which a correct
 * source leaves quiet.
 */
function overrunOf(client: Client): () => Promise<boolean> {
  let overrun = false;
  client.once('disconnect', (_origin, _targets, error) => {
    // undici's error for bytes that no request waits for.
    overrun = isParserFault(error) || error.message === 'bad response';
  });
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, overrunWaitMs));
    return overrun;
  };
}

function isParserFault(error: Error): boolean {
  return error.name === 'HTTPParserError';
}

function asDownloadError(error: unknown, signal: AbortSignal): DownloadError {
  if (error instanceof DownloadError) return error;
  if (signal.reason instanceof DownloadError && signal.reason.reason !== 'aborted') return signal.reason;
  if (!(error instanceof Error)) return new DownloadError('connect_failed');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new DownloadError('connect_timeout', { cause: error });
  if (isParserFault(error) || /^UND_ERR_(HEADERS|SOCKET|RESPONSE)/.test(code))
    return new DownloadError('headers_invalid', { cause: error });
  const { reason } = classify(error, false);
  return new DownloadError(reason === 'tls' ? 'tls_failed' : 'connect_failed', { cause: error });
}
