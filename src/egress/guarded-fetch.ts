import { Client } from 'undici';
import { connectTimeoutMsDefault, exchange, userAgentDefault } from './exchange.js';
import { pinnedConnector } from './pinned-connector.js';
import { createDnsResolver } from './resolver.js';
import {
  EgressError,
  egressTimeoutMsDefault,
  type EgressRequest,
  type EgressResponse,
  type SafeFetch,
} from './safe-fetch.js';
import {
  UrlRejectedError,
  assertPolicy,
  checkUrl,
  type EgressPolicy,
  type ResolvedAddress,
  type Resolver,
  type UrlVerdict,
} from './url-guard.js';

export interface GuardedFetchOptions {
  /** Default: the DNS servers of the machine. */
  resolver?: Resolver;
  policy?: EgressPolicy;
  /** TCP and TLS, each. */
  connectTimeoutMs?: number;
  userAgent?: string;
  /** Certificates (PEM) to trust instead of those that Node trusts. */
  tlsCa?: string;
}

/**
 * A SafeFetch for addresses that a user supplied. What the guard refuses rejects with UrlRejectedError and has
 * made no connection; everything else fails with EgressError, as with any SafeFetch.
 */
export type GuardedFetch = SafeFetch & {
  /** The same check without a request, for when an address is registered. Does not reject. */
  check: (url: string) => Promise<UrlVerdict>;
} & AsyncDisposable;

export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const policy = options.policy ?? {};
  assertPolicy(policy);
  const resolver = options.resolver ?? createDnsResolver();
  const running = new Set<AbortController>();

  const guardedFetch: SafeFetch = async (request) => {
    const closing = new AbortController();
    running.add(closing);
    try {
      return await fetchVetted(request, closing.signal);
    } finally {
      running.delete(closing);
      closing.abort();
    }
  };

  async function fetchVetted(request: EgressRequest, closing: AbortSignal): Promise<EgressResponse> {
    const signal = request.signal === undefined ? closing : AbortSignal.any([request.signal, closing]);
    const timeoutMs = request.timeoutMs ?? egressTimeoutMsDefault;
    const startedAtMs = performance.now();
    const verdict = await checkUrl(request.url, policy, resolver, { timeoutMs, signal });
    const spentMs = performance.now() - startedAtMs;
    if (signal.aborted) throw new EgressError('Aborted before it was sent', false, 'aborted');
    if (!verdict.ok) throw new UrlRejectedError(verdict);
    const vetted = { ...request, url: verdict.url.href, timeoutMs, signal };
    return exchangePinned(vetted, verdict.addresses, spentMs, options);
  }

  return Object.assign(guardedFetch, {
    check: (url: string) => checkUrl(url, policy, resolver),
    [Symbol.asyncDispose]: (): Promise<void> => {
      for (const closing of running) closing.abort();
      return Promise.resolve();
    },
  });
}

/** A client of its own for each request, so that it can know no addresses but those vetted for it. */
async function exchangePinned(
  request: EgressRequest,
  addresses: ResolvedAddress[],
  spentMs: number,
  options: GuardedFetchOptions,
): Promise<EgressResponse> {
  const { origin } = new URL(request.url);
  const hangUp = new AbortController();
  const client = new Client(origin, {
    connect: pinnedConnector(addresses, {
      timeoutMs: options.connectTimeoutMs ?? connectTimeoutMsDefault,
      signal: hangUp.signal,
      ...(options.tlsCa === undefined ? {} : { ca: options.tlsCa }),
    }),
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    return await exchange(client, request, {
      userAgent: options.userAgent ?? userAgentDefault,
      // Without the path: receivers' addresses often carry a token there.
      label: `${request.method} ${origin}`,
      spentMs,
      plainOnly: true,
    });
  } finally {
    await client.destroy();
    // A socket that is still connecting belongs to nobody yet; this ends it too.
    hangUp.abort();
  }
}
