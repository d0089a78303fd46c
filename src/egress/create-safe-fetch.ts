import './memory.js';
import { Agent } from 'undici';
import { connectTimeoutMsDefault, exchange, userAgentDefault } from './exchange.js';
import type { SafeFetch } from './safe-fetch.js';

const connectionsPerOriginDefault = 64;

export interface SafeFetchOptions {
  /** The limit for DNS, TCP and TLS together. */
  connectTimeoutMs?: number;
  /** The maximum number of connections per origin. Further requests wait for one, within their own timeout. */
  connectionsPerOriginMax?: number;
  userAgent?: string;
}

export type DisposableSafeFetch = SafeFetch & AsyncDisposable;

/**
 * Creates the fetch for outbound requests. Each request has its own connection: the peer may close a kept-alive one
 * just as we write, and a post that it never read would have to count as possibly published.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): DisposableSafeFetch {
  const agent = new Agent({
    connect: { timeout: options.connectTimeoutMs ?? connectTimeoutMsDefault },
    connections: options.connectionsPerOriginMax ?? connectionsPerOriginDefault,
    pipelining: 0,
    // Our own deadline covers the whole exchange; undici's coarser timers would only interfere.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const userAgent = options.userAgent ?? userAgentDefault;
  const safeFetch: SafeFetch = (request) => exchange(agent, request, { userAgent });
  return Object.assign(safeFetch, { [Symbol.asyncDispose]: () => agent.destroy() });
}
