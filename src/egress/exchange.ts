import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { exceededBy } from '../domain/json-size.js';
import { parseUrl } from '../urls/parse-url.js';
import { decompress } from './decompress.js';
import { openBodyStream, type BodyStream } from './body-stream.js';
import {
  EgressError,
  defaultTimeoutMs,
  egressResponseBytesMaxDefault,
  egressResponseValuesMaxDefault,
  isStreamed,
  type EgressRequest,
  type EgressResponse,
  type SendBefore,
} from './safe-fetch.js';

export const connectTimeoutMsDefault = 10_000;
export const userAgentDefault = 'Punctual';

export interface ExchangeOptions {
  userAgent: string;
  /** The name of the request in errors. Default: method, origin and path. */
  label?: string;
  /** The part of the request's `timeoutMs` that has already been used. */
  spentMs?: number;
  /** Whether to refuse a compressed response unread, because we request none. Default: it is decompressed. */
  plainOnly?: boolean;
}

/** Sends one HTTP request over the given connections, once, with limits on time and size. */
export function exchange(
  dispatcher: Dispatcher,
  request: EgressRequest,
  options: ExchangeOptions,
): Promise<EgressResponse> {
  const url = parseUrl(request.url);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return Promise.reject(new EgressError('The address is not an http(s) URL.', false, 'other'));
  }
  // The label omits the query, because some platforms put the access token there.
  const label = options.label ?? `${request.method} ${url.origin}${url.pathname}`;
  if (request.signal?.aborted) {
    return Promise.reject(new EgressError(`${label}: aborted before it was sent`, false, 'aborted'));
  }
  const headers = {
    'user-agent': options.userAgent,
    ...lowerCased(request.headers),
    'accept-encoding': 'identity',
    ...(isStreamed(request.body) ? { 'content-length': String(request.body.lengthBytes) } : {}),
  };
  return new Promise((resolve, reject) => {
    const handler = new ExchangeHandler(label, request, options, resolve, reject);
    try {
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: request.method,
          headers,
          ...handler.body(request),
        },
        handler,
      );
    } catch (error) {
      handler.fail('other', 'could not be dispatched', error);
    }
  });
}

/**
 * Handles one exchange, which settles once. `sent` turns true at the last moment before undici writes to a connected
 * socket.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #label: string;
  readonly #bytesMax: number;
  readonly #valuesMax: number;
  readonly #plainOnly: boolean;
  readonly #resolve: (response: EgressResponse) => void;
  readonly #reject: (error: EgressError) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal | undefined;
  readonly #sendBefore: SendBefore | undefined;
  readonly #onAbort = (): void => this.fail('aborted', 'aborted');
  readonly #chunks: Buffer[] = [];
  #bodyStream: BodyStream | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #sent = false;
  #settled = false;
  #bytes = 0;
  #status = 0;
  #headers: Record<string, string> = {};

  constructor(
    label: string,
    request: EgressRequest,
    options: ExchangeOptions,
    resolve: (response: EgressResponse) => void,
    reject: (error: EgressError) => void,
  ) {
    this.#label = label;
    this.#bytesMax = request.responseBytesMax ?? egressResponseBytesMaxDefault;
    this.#valuesMax = request.responseValuesMax ?? egressResponseValuesMaxDefault;
    this.#plainOnly = options.plainOnly ?? false;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = request.signal;
    this.#sendBefore = request.sendBefore;
    const timeoutMs = request.timeoutMs ?? defaultTimeoutMs(request);
    this.#timer = setTimeout(
      () => this.fail('timeout', `no complete answer within ${timeoutMs} ms`),
      Math.max(0, timeoutMs - (options.spentMs ?? 0)),
    );
    this.#signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The body in the form that undici accepts. A streamed body is closed when the exchange ends. */
  body({ body }: EgressRequest): { body?: string | Uint8Array | Readable } {
    if (!isStreamed(body)) return body === undefined ? {} : { body };
    this.#bodyStream = openBodyStream(body, (words) => this.fail('timeout', words));
    return { body: this.#bodyStream.readable };
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // If settled, the caller already knows that nothing was sent. If sent, undici wants to repeat the request, which
    // only our caller may do.
    if (this.#settled || this.#sent) {
      controller.abort(new Error('not to be sent'));
      return;
    }
    this.#controller = controller;
    // This is the last check before the first byte. After a freeze, another worker may have taken over, so nothing may
    // be sent.
    if (hasPassed(this.#sendBefore)) {
      this.fail('too-late', 'the time in which it could be sent has passed');
      return;
    }
    this.#sent = true;
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = joined(headers);
    if (Number(this.#headers['content-length']) > this.#bytesMax) this.#failTooLarge();
    else if (this.#plainOnly && !/^(identity)?$/i.test(this.#headers['content-encoding'] ?? '')) {
      this.fail('encoded', 'the answer is compressed, although none was asked for');
    }
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bytesMax) this.#failTooLarge();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#settled) return;
    const status = this.#status;
    const text = this.#text();
    // An error's status is sufficient. A proxy's HTML page counts as having too many values.
    if (typeof text !== 'string' && status < 300) {
      this.fail(...text);
      return;
    }
    this.#settle();
    this.#resolve({ status, headers: this.#headers, body: typeof text === 'string' ? text : '' });
  }

  /** The text of the body, or why it cannot be used. */
  #text(): string | [reason: 'too-large' | 'encoded', words: string] {
    const encoding = this.#headers['content-encoding'] ?? '';
    const found = decompress(Buffer.concat(this.#chunks), encoding, this.#bytesMax);
    if ('fault' in found) {
      const words = { 'too-large': this.#tooLargeWords(), encoded: 'the answer cannot be decompressed' };
      return [found.fault, words[found.fault]];
    }
    const text = Buffer.from(found.bytes).toString('utf8');
    if (exceededBy(text, { valuesMax: this.#valuesMax }) === null) return text;
    return ['too-large', `the answer has more than ${this.#valuesMax} JSON values`];
  }

  onResponseError(_controller: unknown, error: Error): void {
    const { reason, words } = classify(error, this.#sent);
    this.fail(reason, words, error);
  }

  fail(reason: EgressError['reason'], words: string, cause?: unknown): void {
    if (!this.#settle()) return;
    const error = new EgressError(
      `${this.#label}: ${words}`,
      this.#sent,
      reason,
      cause === undefined ? {} : { cause },
    );
    this.#reject(error);
    this.#controller?.abort(error);
  }

  #failTooLarge(): void {
    this.fail('too-large', this.#tooLargeWords());
  }

  #tooLargeWords(): string {
    return `the answer is longer than ${this.#bytesMax} bytes`;
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#bodyStream?.close();
    this.#signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

function hasPassed(moment: SendBefore | undefined): boolean {
  return moment !== undefined && (performance.now() > moment.monotonicMs || Date.now() > moment.wallMs);
}

const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/;

export function classify(error: Error, sent: boolean): { reason: EgressError['reason']; words: string } {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_INVALID_ARG') return { reason: 'other', words: 'not a valid request' };
  if (sent)
    return {
      reason: 'reset',
      words: `the connection ended without a complete answer (${code || error.name})`,
    };
  if ('syscall' in error && error.syscall === 'getaddrinfo') {
    return { reason: 'dns', words: `the name could not be resolved (${code})` };
  }
  if (tlsCode.test(code)) return { reason: 'tls', words: `no trusted TLS connection (${code})` };
  return { reason: 'connect', words: `no connection (${code || error.name})` };
}

function lowerCased(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}
