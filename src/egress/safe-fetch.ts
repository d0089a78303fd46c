/**
 * One outbound HTTP request. Responses have size limits. A SafeFetch retries nothing and follows no redirect, because
 * only the caller knows whether a repeat is safe.
 */
export interface EgressRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array | StreamedBody;
  /** The limit for the whole exchange, from DNS to the last byte. Default: 30,000, or more for a long streamed body. */
  timeoutMs?: number;
  /** The maximum size of the response, also when it is decompressed. A longer one fails. Default: 1 MiB. */
  responseBytesMax?: number;
  /**
   * The maximum number of JSON values. A response with more is refused before it is parsed; if its status is an error,
   * only its text is omitted. Default: 50,000.
   */
  responseValuesMax?: number;
  signal?: AbortSignal;
  /** No byte is sent after this moment. */
  sendBefore?: SendBefore;
}

/**
 * A body that is read while it is sent, so it does not have to fit into memory. It can be read only once, so it is
 * never sent again.
 */
export interface StreamedBody {
  stream: AsyncIterable<Uint8Array>;
  /** The exact number of bytes. The exchange fails if the stream yields more or fewer. */
  lengthBytes: number;
  /** The longest pause in which the peer accepts no byte of the body. Default: 30,000. */
  idleTimeoutMs?: number;
}

/**
 * A point in time on both clocks of this process; the one that passes first counts. After a freeze either clock alone
 * may be wrong: the wall clock can be set back, and the monotonic one stops while the machine sleeps.
 */
export interface SendBefore {
  /** The time on the clock of `performance.now()`. */
  monotonicMs: number;
  wallMs: number;
}

export interface EgressResponse {
  status: number;
  /** The headers by lower-case name. Repeated ones are joined with ", ". */
  headers: Record<string, string>;
  /** The text of the body. Empty if an error's text has too many JSON values, or cannot be decompressed. */
  body: string;
}

export type SafeFetch = (request: EgressRequest) => Promise<EgressResponse>;

export const egressTimeoutMsDefault = 30_000;
export const egressIdleTimeoutMsDefault = 30_000;
/** The slowest connection on which a streamed body still arrives: half a megabit per second. */
const uploadBytesPerSecondMin = 64 * 1024;

/** The timeout of an exchange whose caller sets none. */
export function defaultTimeoutMs({ body }: Pick<EgressRequest, 'body'>): number {
  if (!isStreamed(body)) return egressTimeoutMsDefault;
  return egressTimeoutMsDefault + Math.ceil((body.lengthBytes / uploadBytesPerSecondMin) * 1000);
}

export function isStreamed(body: EgressRequest['body']): body is StreamedBody {
  return typeof body === 'object' && 'stream' in body;
}

export const egressResponseBytesMaxDefault = 1024 * 1024;
/** The values of a list of a hundred items with five sub-items each, at about eighty values per item. */
export const egressResponseValuesMaxDefault = 50_000;

/**
 * The request failed without a usable response. `sent` is false only if no byte of it can have reached the peer (DNS,
 * connect, TLS, too late); then a repeat is safe. Otherwise the peer may have acted on it.
 */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly sent: boolean;
  readonly reason:
    | 'dns'
    | 'connect'
    | 'tls'
    | 'timeout'
    | 'reset'
    | 'too-large'
    | 'too-late'
    | 'encoded'
    | 'aborted'
    | 'refused'
    | 'other';

  constructor(message: string, sent: boolean, reason: EgressError['reason'], options?: ErrorOptions) {
    super(message, options);
    this.sent = sent;
    this.reason = reason;
  }
}
