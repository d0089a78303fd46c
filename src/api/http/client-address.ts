import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

const groupsPerNetwork = 4;

/**
 * Returns the client's network, for rate limits. Clients can forge X-Forwarded-For, so only the entries of the
 * operator's own proxies (TRUST_PROXY_HOPS) count, which are its last. For IPv6 the network is the /64, because clients
 * usually control a whole /64.
 */
export function clientAddress(c: Context, trustedHops: number): string {
  const peer = peerOf(c) ?? 'unknown';
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim());
  const address = trustedHops === 0 ? undefined : forwarded.at(-trustedHops);
  return networkOf(address === undefined || address === '' ? peer : address);
}

/** The address of the connection. Undefined if it is closed, or if the request came without one, as in tests. */
function peerOf(c: Context): string | undefined {
  const { incoming } = (c.env ?? {}) as { incoming?: unknown };
  return incoming === undefined ? undefined : getConnInfo(c).remote.address;
}

function networkOf(address: string): string {
  const plain = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').slice(0, 64);
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(8 - before.length - after.length, 0);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  const network = groups.slice(0, groupsPerNetwork).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
