import { Resolver as DnsResolver } from 'node:dns/promises';
import type { ResolvedAddress, Resolver } from './url-guard.js';

const tryTimeoutMs = 2_000;
const triesMax = 2;

/**
 * Asks the DNS servers of the machine (or the given ones, `address:port`) for A and AAAA, once each.
 * Not through getaddrinfo: that blocks one of the four slots of the process's pool for as long as a hostile name server
 * likes, and would add what /etc/hosts and search domains say.
 */
export function createDnsResolver(options: { servers?: string[] } = {}): Resolver {
  return async (hostname, signal) => {
    // No DNS server has to know it (RFC 6761). The guard lets it through only where loopback is allowed.
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) return loopback;
    // One for each look-up: it can be cancelled alone, and it has no cache.
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

/** A family without records is no failure, and one that fails is simply not used. */
function addresses(result: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
}
