import './memory.js';
import { Agent } from 'undici';
import { connectTimeoutMsDefault, exchange, userAgentDefault } from './exchange.js';
import type { SafeFetch } from './safe-fetch.js';

const connectionsPerOriginDefault = 64;

export interface SafeFetchOptions {
  /** DNS, TCP and TLS together. */
  connectTimeoutMs?: number;
  /** Further requests to the same origin wait for a free connection, within their own timeout. */
  connectionsPerOriginMax?: number;
  userAgent?: string;
}

export type DisposableSafeFetch = SafeFetch & AsyncDisposable;

/**
 * The way out to the network. Each request has a connection of its own: on a kept-alive one the peer may hang up
 * just as we write, and a post that was never read would have to count as possibly published.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): DisposableSafeFetch {
  const agent = new Agent({
    connect: { timeout: options.connectTimeoutMs ?? connectTimeoutMsDefault },
    connections: options.connectionsPerOriginMax ?? connectionsPerOriginDefault,
    pipelining: 0,
    // Our own deadline covers the whole exchange; undici's coarser timers would only blur it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const userAgent = options.userAgent ?? userAgentDefault;
  const safeFetch: SafeFetch = (request) => exchange(agent, request, { userAgent });
  return Object.assign(safeFetch, { [Symbol.asyncDispose]: () => agent.destroy() });
}
