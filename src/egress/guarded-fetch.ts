import './memory.js';
import { Client } from 'undici';
import { connectTimeoutMsDefault, exchange, userAgentDefault } from './exchange.js';
import { downloadLimitsDefault, downloadPinned, type Download, type DownloadLimits } from './download.js';
import { pinnedConnector } from './pinned-connector.js';
import { createDnsResolver } from './resolver.js';
import {
  EgressError,
  defaultTimeoutMs,
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
  type UrlRejectReason,
  type UrlVerdict,
} from './url-guard.js';

export interface GuardedFetchOptions {
  /** The resolver of host names. Default: the DNS servers of the machine. */
  resolver?: Resolver;
  policy?: EgressPolicy;
  /** The limit for TCP, and for TLS. */
  connectTimeoutMs?: number;
  userAgent?: string;
  /** The limits of `openDownload`. A missing limit has its default. */
  downloadLimits?: Partial<DownloadLimits>;
  /** Called with the reason of each refusal, for metrics. */
  onRejected?: (reason: UrlRejectReason) => void;
  /** Certificates (PEM) to trust instead of Node's own. */
  tlsCa?: string;
}

/**
 * A SafeFetch for URLs that a user supplied. If the guard refuses, it rejects with UrlRejectedError and has made
 * no connection. Everything else fails with EgressError, as with any SafeFetch.
 */
export type GuardedFetch = SafeFetch & {
  /** Checks a URL without a request, when it is registered. Does not reject. */
  check: (url: string) => Promise<UrlVerdict>;
  /** Opens a GET whose body is read as it arrives. Rejects with UrlRejectedError or DownloadError. */
  openDownload: (request: { url: string; signal?: AbortSignal }) => Promise<Download>;
} & AsyncDisposable;

export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const check = createCheck(options);
  const running = new Set<AbortController>();

  /**
   * Begins a request. The caller's signal and the disposal of this fetch abort it. `end` releases everything that waits
   * for the request.
   */
  function begin(callerSignal: AbortSignal | undefined): { signal: AbortSignal; end: () => void } {
    const own = new AbortController();
    running.add(own);
    return {
      signal: callerSignal === undefined ? own.signal : AbortSignal.any([callerSignal, own.signal]),
      end: () => {
        running.delete(own);
        own.abort();
      },
    };
  }

  const guardedFetch: SafeFetch = async (request) => {
    const { signal, end } = begin(request.signal);
    const timeoutMs = request.timeoutMs ?? defaultTimeoutMs(request);
    const startedAtMs = performance.now();
    try {
      const verdict = await check(request.url, { timeoutMs, signal });
      const spentMs = performance.now() - startedAtMs;
      if (signal.aborted) throw new EgressError('Aborted before it was sent', false, 'aborted');
      if (!verdict.ok) throw new UrlRejectedError(verdict);
      const vetted = { ...request, url: verdict.url.href, timeoutMs, signal };
      return await exchangePinned(vetted, verdict.addresses, spentMs, options);
    } finally {
      end();
    }
  };

  async function openDownload(request: { url: string; signal?: AbortSignal }): Promise<Download> {
    const { signal, end } = begin(request.signal);
    const limits = { ...downloadLimitsDefault, ...options.downloadLimits };
    const startedAtMs = performance.now();
    try {
      const verdict = await check(request.url, { timeoutMs: limits.dnsTimeoutMs, signal });
      if (!verdict.ok) throw new UrlRejectedError(verdict);
      const { url, addresses } = verdict;
      const spentMs = performance.now() - startedAtMs;
      const { userAgent, tlsCa } = options;
      const download = await downloadPinned({
        ...{ url, addresses, limits, spentMs, signal },
        ...(userAgent !== undefined && { userAgent }),
        ...(tlsCa !== undefined && { tlsCa }),
      });
      return { ...download, close: () => download.close().finally(end) };
    } catch (error) {
      end();
      throw error;
    }
  }

  return Object.assign(guardedFetch, {
    check: (url: string) => check(url),
    openDownload,
    [Symbol.asyncDispose]: (): Promise<void> => {
      for (const own of running) own.abort();
      return Promise.resolve();
    },
  });
}

type Check = (url: string, bounds?: { timeoutMs: number; signal: AbortSignal }) => Promise<UrlVerdict>;

/** Creates the guard's check with the installation's policy. It reports refusals, unless the caller has aborted. */
function createCheck({
  policy = {},
  resolver = createDnsResolver(),
  onRejected,
}: GuardedFetchOptions): Check {
  assertPolicy(policy);
  return async (url, bounds) => {
    const verdict = await checkUrl(url, policy, resolver, bounds);
    if (!verdict.ok && bounds?.signal.aborted !== true) onRejected?.(verdict.reason);
    return verdict;
  };
}

/** Sends a request with its own client, which can connect only to the IP addresses that were vetted for it. */
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
      // The label omits the path, because webhook URLs often contain a token there.
      label: `${request.method} ${origin}`,
      spentMs,
      plainOnly: true,
    });
  } finally {
    await client.destroy();
    // Destroying the client does not end a socket that is still connecting, but this does.
    hangUp.abort();
  }
}
