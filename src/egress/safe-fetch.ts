/**
 * One outbound HTTP request. Bodies and answers are bounded; nothing is retried and no redirect is followed here,
 * because only the caller knows whether a repeat is safe.
 */
export interface EgressRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For the whole exchange, from name look-up to the last byte. Default 30 000. */
  timeoutMs?: number;
  /** An answer longer than this is cut off and refused. Default 1 MiB. */
  responseBytesMax?: number;
  signal?: AbortSignal;
}

export interface EgressResponse {
  status: number;
  /** Lower-case names; repeated headers joined with ", ". */
  headers: Record<string, string>;
  body: string;
}

export type SafeFetch = (request: EgressRequest) => Promise<EgressResponse>;

export const egressTimeoutMsDefault = 30_000;
export const egressResponseBytesMaxDefault = 1024 * 1024;

/**
 * The request failed without a usable answer.
 * `sent` is false only when not a byte of it can have reached the peer (name look-up, connect, TLS);
 * then a repeat is safe. Otherwise the peer may have acted on it.
 */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly sent: boolean;
  readonly reason:
    'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'too-large' | 'encoded' | 'aborted' | 'other';

  constructor(message: string, sent: boolean, reason: EgressError['reason'], options?: ErrorOptions) {
    super(message, options);
    this.sent = sent;
    this.reason = reason;
  }
}
