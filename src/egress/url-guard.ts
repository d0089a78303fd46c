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
  /** Private networks that URLs may lead to, also over http, on any port, and by a local name. */
  allowCidrs?: string[];
  /** Allows http to public addresses. Default: false. */
  allowHttp?: boolean;
  /** The allowed ports of public addresses. Default: [443]. */
  ports?: number[] | 'any';
  /** This installation's own hosts, which are refused: `name` means every port, `name:port` one port. */
  ownHosts?: string[];
  /** Judges an address in 64:ff9b::/96 by the IPv4 address in it. Only for networks with DNS64. Default: false. */
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
  /** A fixed text for each reason. It contains neither the URL nor the addresses that the URL resolved to. */
  message: string;
}

export type UrlVerdict = { ok: true; url: URL; addresses: ResolvedAddress[] } | UrlRejection;

/** The error for a URL that was refused before a connection was made. Only `dns_failed` may be temporary. */
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
      /**
       * The URL without the host's trailing dot, so that TLS and the Host header have the name that certificates use.
       */
      url: URL;
      hostname: string;
      /** The IP address, if the host is one. */
      literal: ResolvedAddress | null;
      /** The reason to refuse the URL unless its host is in `allowCidrs`. Null if there is none. */
      onlyInside: UrlRejectReason | null;
    }
  | UrlRejection;

export const urlCharsMax = 2048;
const dnsTimeoutMsDefault = 5_000;
/**
 * The maximum number of addresses of a host. No webhook receiver has more, and trying them all would be a port scan.
 */
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

/** Throws RangeError if a network of the policy is malformed. */
export function assertPolicy(policy: EgressPolicy): void {
  for (const cidr of policy.allowCidrs ?? []) {
    if (!isCidr(cidr)) throw new RangeError(`allowCidrs: "${cidr}" is not a network such as 10.0.0.0/8`);
  }
}

/** Runs all checks that need no DNS, in the order of the reasons. */
export function checkUrlSyntax(raw: string, policy: EgressPolicy = {}): SyntaxVerdict {
  if (raw.length > urlCharsMax) return reject('too_long');
  // The raw text is checked, because URL silently drops or rewrites these characters, so that another parser may read
  // another host.
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
 * Checks scheme, credentials and port. A URL that is allowed only in a private network passes, with the reason for
 * refusing it elsewhere.
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

/** Runs the complete check. A refused URL causes at most one round of DNS queries and never a connection. */
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

/** Checks all addresses of a host. One forbidden address rejects the URL, because a mixture is suspicious. */
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

/** Resolves a name. Returns an empty list if the resolver fails or takes too long. Stops the resolver in any case. */
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
