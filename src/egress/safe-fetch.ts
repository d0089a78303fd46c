/**
 * One outbound HTTP request. Bodies and answers are bounded; nothing is retried and no redirect is followed here,
 * because only the caller knows whether a repeat is safe.
 */
export interface EgressRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array | StreamedBody;
  /** For the whole exchange, from name look-up to the last byte. Default 30 000, and for a streamed body what its length needs. */
  timeoutMs?: number;
  /** An answer longer than this is cut off and refused. Default 1 MiB. */
  responseBytesMax?: number;
  signal?: AbortSignal;
  /** Past this moment not a byte of it is sent any more. */
  sendBefore?: SendBefore;
}

/** A body that is read while it is sent, so that its length costs no memory. It is read once, so never sent again. */
export interface StreamedBody {
  stream: AsyncIterable<Uint8Array>;
  /** Exactly as many bytes as the stream gives; the exchange fails if it gives more or fewer. */
  lengthBytes: number;
  /** The longest pause in which the peer takes not a byte of it. Default 30 000. */
  idleTimeoutMs?: number;
}

/**
 * A moment of this process, on both of its clocks. After a freeze either one alone may lie: the wall clock can be
 * set back, and the monotonic one stands still while the machine sleeps. Whichever passes first counts.
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
  body: string;
}

export type SafeFetch = (request: EgressRequest) => Promise<EgressResponse>;

export const egressTimeoutMsDefault = 30_000;
export const egressIdleTimeoutMsDefault = 30_000;
/** The slowest line on which a streamed body of any length still arrives: half a megabit a second. */
const uploadBytesPerSecondMin = 64 * 1024;

/** How long an exchange may take where its caller does not say. */
export function defaultTimeoutMs({ body }: Pick<EgressRequest, 'body'>): number {
  if (!isStreamed(body)) return egressTimeoutMsDefault;
  return egressTimeoutMsDefault + Math.ceil((body.lengthBytes / uploadBytesPerSecondMin) * 1000);
}

export function isStreamed(body: EgressRequest['body']): body is StreamedBody {
  return typeof body === 'object' && 'stream' in body;
}

export const egressResponseBytesMaxDefault = 1024 * 1024;

/**
 * The request failed without a usable answer.
 * `sent` is false only when not a byte of it can have reached the peer (name look-up, connect, TLS, too late);
 * then a repeat is safe. Otherwise the peer may have acted on it.
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
