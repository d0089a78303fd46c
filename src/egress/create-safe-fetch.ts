import { Agent, type Dispatcher } from 'undici';
import {
  EgressError,
  egressResponseBytesMaxDefault,
  egressTimeoutMsDefault,
  type EgressRequest,
  type EgressResponse,
  type SafeFetch,
} from './safe-fetch.js';

const connectTimeoutMsDefault = 10_000;
const connectionsPerOriginDefault = 64;

export interface SafeFetchOptions {
  /** Name look-up, TCP and TLS together. */
  connectTimeoutMs?: number;
  /** Further requests to the same origin wait for a free connection, within their own timeout. */
  connectionsPerOriginMax?: number;
  userAgent?: string;
}

export type DisposableSafeFetch = SafeFetch & AsyncDisposable;

/**
 * The door to the network. Every request gets a connection of its own: on a kept-alive one the peer may hang up
 * just as we write, and a post that was never read would have to be reported as "may have been published".
 */
export function createSafeFetch(options: SafeFetchOptions = {}): DisposableSafeFetch {
  const agent = new Agent({
    connect: { timeout: options.connectTimeoutMs ?? connectTimeoutMsDefault },
    connections: options.connectionsPerOriginMax ?? connectionsPerOriginDefault,
    pipelining: 0,
    // The whole exchange has one deadline of ours; undici's own coarse timers would only blur it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const userAgent = options.userAgent ?? 'Punctual';
  const safeFetch: SafeFetch = (request) => exchange(agent, userAgent, request);
  return Object.assign(safeFetch, { [Symbol.asyncDispose]: () => agent.destroy() });
}

function exchange(agent: Agent, userAgent: string, request: EgressRequest): Promise<EgressResponse> {
  const url = URL.canParse(request.url) ? new URL(request.url) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return Promise.reject(new EgressError('The address is not an http(s) URL.', false, 'other'));
  }
  // Without the query: some platforms carry the access token there.
  const label = `${request.method} ${url.origin}${url.pathname}`;
  if (request.signal?.aborted) {
    return Promise.reject(new EgressError(`${label}: aborted before it was sent`, false, 'aborted'));
  }
  return new Promise((resolve, reject) => {
    const handler = new ExchangeHandler(label, request, resolve, reject);
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: request.method,
          headers: { 'user-agent': userAgent, ...lowerCased(request.headers), 'accept-encoding': 'identity' },
          ...(request.body === undefined ? {} : { body: request.body }),
        },
        handler,
      );
    } catch (error) {
      handler.fail('other', 'could not be dispatched', error);
    }
  });
}

/** One exchange; settles once. `sent` turns true at the last moment before undici writes to a connected socket. */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #label: string;
  readonly #bytesMax: number;
  readonly #resolve: (response: EgressResponse) => void;
  readonly #reject: (error: EgressError) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.fail('aborted', 'aborted');
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #sent = false;
  #settled = false;
  #bytes = 0;
  #status = 0;
  #headers: Record<string, string> = {};

  constructor(
    label: string,
    request: EgressRequest,
    resolve: (response: EgressResponse) => void,
    reject: (error: EgressError) => void,
  ) {
    this.#label = label;
    this.#bytesMax = request.responseBytesMax ?? egressResponseBytesMaxDefault;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = request.signal;
    const timeoutMs = request.timeoutMs ?? egressTimeoutMsDefault;
    this.#timer = setTimeout(
      () => this.fail('timeout', `no complete answer within ${timeoutMs} ms`),
      timeoutMs,
    );
    this.#signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Settled: the caller has been told that nothing was sent. Sent: undici would repeat it, which only we may.
    if (this.#settled || this.#sent) {
      controller.abort(new Error('not to be sent'));
      return;
    }
    this.#controller = controller;
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
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bytesMax) this.#failTooLarge();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const body = Buffer.concat(this.#chunks).toString('utf8');
    this.#resolve({ status: this.#status, headers: this.#headers, body });
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
    this.fail('too-large', `the answer is longer than ${this.#bytesMax} bytes`);
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/;

function classify(error: Error, sent: boolean): { reason: EgressError['reason']; words: string } {
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
