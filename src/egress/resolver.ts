import { Resolver as DnsResolver } from 'node:dns/promises';
import type { ResolvedAddress, Resolver } from './url-guard.js';

const tryTimeoutMs = 2_000;
const triesMax = 2;

/**
 * Creates a resolver that asks the machine's DNS servers (or the given ones, `address:port`) for A and AAAA records,
 * once each. It does not use getaddrinfo, which blocks one of the four slots of the process's thread pool for as long
 * as a hostile name server likes, and adds /etc/hosts and search domains.
 */
export function createDnsResolver(options: { servers?: string[] } = {}): Resolver {
  return async (hostname, signal) => {
    // DNS servers need not know `localhost` (RFC 6761). The guard allows it only where loopback is allowed.
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) return loopback;
    // Each look-up has its own resolver, so that it can be canceled alone and has no cache.
    const dns = new DnsResolver({ timeout: tryTimeoutMs, tries: triesMax });
    if (options.servers !== undefined) dns.setServers(options.servers);
    const cancel = (): void => dns.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const [v4, v6] = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
      return [...addresses(v4, 4), ...addresses(v6, 6)];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

const loopback: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The addresses of one family. A family that fails counts as having no records. */
function addresses(result: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
}
