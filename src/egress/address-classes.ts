import ipaddr from 'ipaddr.js';

type IpAddress = ReturnType<typeof ipaddr.parse>;
type Range = [IpAddress, number];

export type AddressClass = 'public' | 'special' | 'metadata' | 'invalid';

/** Special-purpose ranges of IPv4 (IANA registry), and multicast and class E. All other addresses are public. */
const ipv4Refused = ranges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/**
 * The only block of IPv6 that is assigned to the public internet. A list of allowed blocks ages better than a list of
 * exceptions.
 */
const ipv6Allowed = ranges(['2000::/3']);
/**
 * Exceptions inside that block: Teredo and other protocol blocks, documentation, and 6to4, which hides an IPv4 address.
 */
const ipv6Refused = ranges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
const nat64 = ranges(['64:ff9b::/96']);

/**
 * The addresses at which clouds serve credentials. They are separate from the ranges, because an operator's private
 * network may contain one of them (100.64/10, fd00::/8), and because 168.63.129.16 is in no special range.
 */
const metadata = ranges([
  '169.254.169.254/32',
  '169.254.170.2/32',
  '169.254.170.23/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  'fd00:ec2::23/128',
  'fd20:ce::254/128',
]);

/**
 * Classifies the destination of an IP literal. Accepts IPv4 in the strict dotted form only, and IPv6 without a zone.
 */
export function classifyAddress(address: string, options: { nat64?: boolean } = {}): AddressClass {
  const parsed = parseAddress(address);
  if (parsed === null) return 'invalid';
  if (inRanges(parsed, metadata)) return 'metadata';
  if (parsed instanceof ipaddr.IPv4) return inRanges(parsed, ipv4Refused) ? 'special' : 'public';
  if (options.nat64 === true && inRanges(parsed, nat64)) {
    return classifyAddress(parsed.toByteArray().slice(12).join('.'));
  }
  return inRanges(parsed, ipv6Allowed) && !inRanges(parsed, ipv6Refused) ? 'public' : 'special';
}

/** Whether the text has the form `address/bits`, with the address spelled in full. */
export function isCidr(text: string): boolean {
  const [address = ''] = text.split('/');
  return parseAddress(address) !== null && ipaddr.isValidCIDR(text);
}

export function isInCidrs(address: string, cidrs: readonly string[]): boolean {
  const parsed = parseAddress(address);
  return parsed !== null && inRanges(parsed, ranges(cidrs));
}

/** Whether both are the same address. An IPv4 address mapped into IPv6 equals the plain one. */
export function isSameAddress(a: string, b: string): boolean {
  const canonical = toCanonical(a);
  return canonical !== null && canonical === toCanonical(b);
}

function toCanonical(address: string): string | null {
  const parsed = parseAddress(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return parsed === null ? null : parsed.toNormalizedString();
}

/** Parses a plain address; null for any other text. ipaddr.js alone would also accept `127.1`, `0x7f.1` and zones. */
function parseAddress(address: string): IpAddress | null {
  if (address.includes('%')) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  return ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : null;
}

function inRanges(address: IpAddress, list: readonly Range[]): boolean {
  return list.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}

function ranges(cidrs: readonly string[]): Range[] {
  return cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
}
