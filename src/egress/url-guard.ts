import { parseUrl } from '../urls/parse-url.js';
import { classifyAddress, isCidr, isInCidrs } from './address-classes.js';
import { isLocalName, isMetadataName, isWellFormedName } from './host-names.js';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** All A and AAAA records of a name, from one query each. Rejects or returns an empty list if there are none. */
export type Resolver = (hostname: string, signal: AbortSignal) => Promise<ResolvedAddress[]>;

/** The policy of an installation. It is fixed at startup, and nothing in it comes from a user. */
export interface EgressPolicy {
  /** Private networks that may be reached: over http as well, on any port, and by a local name. */
  allowCidrs?: string[];
  /** Allows http to public addresses. Default: false. */
  allowHttp?: boolean;
  /** Default [443]. */
  ports?: number[] | 'any';
  /** This installation's own hosts: `name` means every port, `name:port` that one. */
  ownHosts?: string[];
  /** For networks with DNS64 only: reads 64:ff9b::/96 as the IPv4 address inside. Default: false. */
  nat64?: boolean;
}

export const urlRejectReasons = [
  'too_long',
  'forbidden_character',
  'malformed',
  'scheme',
  'credentials',
  'port',
  'own_host',
  'blocked_host',
  'private_address',
  'dns_failed',
] as const;

export type UrlRejectReason = (typeof urlRejectReasons)[number];

export interface UrlRejection {
  ok: false;
  reason: UrlRejectReason;
  /** A fixed text for each reason. It repeats neither the URL nor the addresses it resolved to. */
  message: string;
}

export type UrlVerdict = { ok: true; url: URL; addresses: ResolvedAddress[] } | UrlRejection;

/** The URL was refused before a connection was made. Only `dns_failed` may be temporary. */
export class UrlRejectedError extends Error {
  override readonly name = 'UrlRejectedError';
  readonly reason: UrlRejectReason;

  constructor(rejection: UrlRejection) {
    super(rejection.message);
    this.reason = rejection.reason;
  }
}

export type SyntaxVerdict =
  | {
      ok: true;
      /** The host without its trailing dot, so that TLS and the Host header have the name that certificates use. */
      url: URL;
      hostname: string;
      /** The IP address, if the host is one. */
      literal: ResolvedAddress | null;
      /** Why the URL is refused unless its host is in `allowCidrs`. Null if it need not be. */
      onlyInside: UrlRejectReason | null;
    }
  | UrlRejection;

export const urlCharsMax = 2048;
const dnsTimeoutMsDefault = 5_000;
/** No webhook receiver has more addresses than this, and trying them all would be a port scan. */
const addressesMax = 32;

const messages: Record<UrlRejectReason, string> = {
  too_long: `The URL is longer than ${urlCharsMax} characters.`,
  forbidden_character: 'The URL contains a space, a control character or a backslash.',
  malformed: 'The URL is not valid.',
  scheme: 'The URL must start with https://.',
  credentials: 'The URL must not contain a user name or password.',
  port: 'The URL’s port is not allowed.',
  own_host: 'The URL points to this installation.',
  blocked_host: 'The host name is not public.',
  private_address: 'The host resolves to a non-public IP address.',
  dns_failed: 'The host name could not be resolved.',
};

function reject(reason: UrlRejectReason): UrlRejection {
  return { ok: false, reason, message: messages[reason] };
}

/** Throws RangeError for a policy that its author cannot have intended. */
export function assertPolicy(policy: EgressPolicy): void {
  for (const cidr of policy.allowCidrs ?? []) {
    if (!isCidr(cidr)) throw new RangeError(`allowCidrs: "${cidr}" is not a network such as 10.0.0.0/8`);
  }
}

/** Every check that needs no DNS. The order of the checks is the order of the reasons. */
export function checkUrlSyntax(raw: string, policy: EgressPolicy = {}): SyntaxVerdict {
  if (raw.length > urlCharsMax) return reject('too_long');
  // Checks the raw text: URL drops or rewrites these characters silently, and another parser may read another
  // host.
  if (/[\s\p{Cc}\\]/u.test(raw)) return reject('forbidden_character');
  const url = parseUrl(raw);
  if (url === null) return reject('malformed');
  const origin = checkOrigin(raw, url, policy);
  if (origin.refused !== null) return reject(origin.refused);
  const { onlyInside } = origin;

  const hostname = url.hostname.replace(/\.$/, '');
  const literal = toLiteral(hostname);
  if (literal === null && !isWellFormedName(hostname)) return reject('malformed');
  if (isOwnHost(hostname, url, policy)) return reject('own_host');
  if (literal !== null) {
    const reason = vetAddresses([literal], policy, onlyInside);
    return reason === null ? { ok: true, url, hostname, literal, onlyInside } : reject(reason);
  }
  if (isMetadataName(hostname)) return reject('blocked_host');
  const local = isLocalName(hostname);
  if (local && !hasPrivateNetworks(policy)) return reject('blocked_host');
  url.hostname = hostname;
  return { ok: true, url, hostname, literal, onlyInside: onlyInside ?? (local ? 'blocked_host' : null) };
}

/**
 * Checks scheme, credentials and port. A URL that only a private network may have passes, with the reason why
 * it is refused elsewhere.
 */
function checkOrigin(
  raw: string,
  url: URL,
  policy: EgressPolicy,
): { refused: UrlRejectReason } | { refused: null; onlyInside: UrlRejectReason | null } {
  const inner = hasPrivateNetworks(policy);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'scheme' };
  const plain = url.protocol === 'http:' && policy.allowHttp !== true;
  if (plain && !inner) return { refused: 'scheme' };
  // `https:host` and `https:///host` are parsed in several ways; the empty user of `https://@host` leaves no
  // trace in URL.
  const authority = /^[a-z]+:\/\/([^/?#]+)/i.exec(raw)?.[1];
  if (authority === undefined) return { refused: 'malformed' };
  if (authority.includes('@')) return { refused: 'credentials' };
  const port = effectivePort(url);
  const ports = policy.ports ?? [443];
  const odd = ports !== 'any' && !ports.includes(port);
  if (port === 0 || (odd && !inner)) return { refused: 'port' };
  return { refused: null, onlyInside: plain ? 'scheme' : odd ? 'port' : null };
}

/** The complete check. A refused URL costs at most one round of DNS queries and never a connection. */
export async function checkUrl(
  raw: string,
  policy: EgressPolicy,
  resolver: Resolver,
  options: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<UrlVerdict> {
  const syntax = checkUrlSyntax(raw, policy);
  if (!syntax.ok) return syntax;
  const { url, hostname, literal, onlyInside } = syntax;
  if (literal !== null) return { ok: true, url, addresses: [literal] };
  const addresses = await resolveWithin(hostname, resolver, options);
  if (addresses.length === 0 || addresses.length > addressesMax) return reject('dns_failed');
  const reason = vetAddresses(addresses, policy, onlyInside);
  return reason === null ? { ok: true, url, addresses } : reject(reason);
}

/** One forbidden address rejects all, because a mixture of them is suspicious. */
function vetAddresses(
  addresses: readonly ResolvedAddress[],
  policy: EgressPolicy,
  onlyInside: UrlRejectReason | null,
): UrlRejectReason | null {
  for (const { address } of addresses) {
    const kind = classifyAddress(address, policy);
    if (kind === 'metadata' || kind === 'invalid') return 'private_address';
    if (isInCidrs(address, policy.allowCidrs ?? [])) continue;
    if (kind !== 'public') return 'private_address';
    if (onlyInside !== null) return onlyInside;
  }
  return null;
}

/** Returns an empty list if the resolver fails or takes too long; it is told to stop either way. */
async function resolveWithin(
  hostname: string,
  resolver: Resolver,
  options: { timeoutMs?: number; signal?: AbortSignal },
): Promise<ResolvedAddress[]> {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  const timer = setTimeout(abort, Math.min(options.timeoutMs ?? dnsTimeoutMsDefault, dnsTimeoutMsDefault));
  options.signal?.addEventListener('abort', abort, { once: true });
  if (options.signal?.aborted === true) abort();
  try {
    const stopped = new Promise<ResolvedAddress[]>((resolve) => {
      stop.signal.addEventListener('abort', () => resolve([]), { once: true });
      if (stop.signal.aborted) resolve([]);
    });
    return stop.signal.aborted ? [] : await Promise.race([resolver(hostname, stop.signal), stopped]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
    abort();
  }
}

function toLiteral(hostname: string): ResolvedAddress | null {
  if (hostname.startsWith('[')) return { address: hostname.slice(1, -1), family: 6 };
  // URL has already turned every numeric spelling of IPv4 into the dotted one.
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? { address: hostname, family: 4 } : null;
}

function isOwnHost(hostname: string, url: URL, policy: EgressPolicy): boolean {
  const own = (policy.ownHosts ?? []).map((host) => host.toLowerCase());
  return own.includes(hostname) || own.includes(`${hostname}:${effectivePort(url)}`);
}

function effectivePort(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

function hasPrivateNetworks(policy: EgressPolicy): boolean {
  return (policy.allowCidrs ?? []).length > 0;
}
