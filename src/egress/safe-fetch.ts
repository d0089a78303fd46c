/**
 * One outbound HTTP request. Requests and answers have size limits. It retries nothing and follows no redirect,
 * because only the caller knows whether a repeat is safe.
 */
export interface EgressRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array | StreamedBody;
  /**
   * For the whole exchange, from DNS to the last byte. Default: 30,000, or what the length of a streamed body
   * needs.
   */
  timeoutMs?: number;
  /** A longer response is cut off and refused. Default: 1 MiB. */
  responseBytesMax?: number;
  /**
   * A response with more JSON values is refused before it is parsed; if its status is an error, only its text is left
   * out. Default: 50,000.
   */
  responseValuesMax?: number;
  signal?: AbortSignal;
  /** No byte is sent after this moment. */
  sendBefore?: SendBefore;
}

/**
 * A body that is read while it is sent, so its length costs no memory. It can be read only once, so it is never
 * sent again.
 */
export interface StreamedBody {
  stream: AsyncIterable<Uint8Array>;
  /** The exact number of bytes. The exchange fails if the stream gives more or fewer. */
  lengthBytes: number;
  /** The longest pause in which the peer accepts no byte of it. Default: 30,000. */
  idleTimeoutMs?: number;
}

/**
 * A moment, on both clocks of this process. After a freeze either one alone may be wrong: the wall clock can be
 * set back, and the monotonic one stops while the machine sleeps. Whichever passes first counts.
 */
export interface SendBefore {
  /** As `performance.now()` counts. */
  monotonicMs: number;
  wallMs: number;
}

export interface EgressResponse {
  status: number;
  /** Lower-case names; repeated headers joined with ", ". */
  headers: Record<string, string>;
  /** Empty if an error's text has too many JSON values. */
  body: string;
}

export type SafeFetch = (request: EgressRequest) => Promise<EgressResponse>;

export const egressTimeoutMsDefault = 30_000;
export const egressIdleTimeoutMsDefault = 30_000;
/** The slowest connection on which a streamed body still arrives: half a megabit per second. */
const uploadBytesPerSecondMin = 64 * 1024;

/** How long an exchange may take if its caller does not say. */
export function defaultTimeoutMs({ body }: Pick<EgressRequest, 'body'>): number {
  if (!isStreamed(body)) return egressTimeoutMsDefault;
  return egressTimeoutMsDefault + Math.ceil((body.lengthBytes / uploadBytesPerSecondMin) * 1000);
}

export function isStreamed(body: EgressRequest['body']): body is StreamedBody {
  return typeof body === 'object' && 'stream' in body;
}

export const egressResponseBytesMaxDefault = 1024 * 1024;
/** A list of a hundred items with five sub-items each, at eighty values an item. */
export const egressResponseValuesMaxDefault = 50_000;

/**
 * The request failed without a usable answer. `sent` is false only if no byte of it can have reached the peer
 * (DNS, connect, TLS, too late); then a repeat is safe. Otherwise the peer may have acted on it.
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
