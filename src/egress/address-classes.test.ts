import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyAddress, isCidr, isInCidrs, isSameAddress } from './address-classes.js';

describe('classifyAddress', () => {
  // Each row has the address just before the range, its first, its last, and the one just after it. Null: that address
  // is refused for another reason.
  it.each([
    ['0.0.0.0/8', null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['10.0.0.0/8', '9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.64.0.0/10', '100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['127.0.0.0/8', '126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.254.0.0/16', '169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.16.0.0/12', '172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['192.0.0.0/24', '191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.2.0/24', '192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.88.99.0/24', '192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.168.0.0/16', '192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['198.18.0.0/15', '198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.100.0/24', '198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['203.0.113.0/24', '203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['224.0.0.0/4', '223.255.255.255', '224.0.0.0', '239.255.255.255', null],
    ['240.0.0.0/4', null, '240.0.0.0', '255.255.255.255', null],
    ['below 2000::/3', null, '0::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2000::'],
    ['2001::/23', '2000:ffff::', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
    ['2001:db8::/32', '2001:db7::', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
    ['2002::/16', '2001:ffff::', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
    ['3fff::/20', '3ffe:ffff::', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
    ['above 2000::/3', '3fff:ffff::', '4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
  ])('classifies the network %s as special, and not its neighbors', (_cidr, below, first, last, above) => {
    expect([first, last].map((address) => classifyAddress(address))).toEqual(['special', 'special']);
    for (const neighbour of [below, above]) {
      if (neighbour !== null)
        expect(`${neighbour} ${classifyAddress(neighbour)}`).toBe(`${neighbour} public`);
    }
  });

  it.each([
    ['fd00:ec2::254', 'metadata'],
    ['169.254.169.254', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['168.63.129.15', 'public'],
    ['168.63.129.17', 'public'],
    ['100.100.100.200', 'metadata'],
    ['100.100.100.201', 'special'],
    ['::ffff:8.8.8.8', 'special'],
    ['::8.8.8.8', 'special'],
    ['64:ff9b::808:808', 'special'],
    ['fe80::1', 'special'],
    ['8.8.8.8', 'public'],
    ['2606:4700:4700::1111', 'public'],
  ])('classifies %s as %s', (address, kind) => {
    expect(classifyAddress(address)).toBe(kind);
  });

  it.each([
    '',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    'fe80::1%eth0',
    '[::1]',
    'a',
    ' 8.8.8.8',
  ])('classifies any other spelling of an address as invalid: %j', (text) => {
    expect(classifyAddress(text)).toBe('invalid');
  });

  it('classifies a NAT64 address by the IPv4 address in it only if configured', () => {
    const nat64 = { nat64: true };
    expect(classifyAddress('64:ff9b::8.8.8.8', nat64)).toBe('public');
    expect(classifyAddress('64:ff9b::7f00:1', nat64)).toBe('special');
    expect(classifyAddress('64:ff9b::a9fe:a9fe', nat64)).toBe('metadata');
    expect(classifyAddress('64:ff9b:1::808:808', nat64)).toBe('special');
  });
});

/** Every way in which URL lets a person write an IPv4 address. */
const spellings: ((parts: number[]) => string)[] = [
  (parts) => String(toInteger(parts)),
  (parts) => `0x${toInteger(parts).toString(16)}`,
  (parts) => `0${toInteger(parts).toString(8)}`,
  (parts) => parts.map((part) => `0x${part.toString(16)}`).join('.'),
  (parts) => parts.map((part) => `0${part.toString(8).padStart(5, '0')}`).join('.'),
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${b}.${c * 256 + d}`,
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.0X${((b * 256 + c) * 256 + d).toString(16).toUpperCase()}`,
  (parts) => parts.join('.').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (parts) => parts.join('。'),
  (parts) => parts.join('.').replace(/\d/g, (digit) => `%3${digit}`),
  (parts) => `${parts.join('.')}.`,
];

const toInteger = (parts: number[]): number => parts.reduce((sum, part) => sum * 256 + part, 0);

describe('an IPv4 address in a URL', () => {
  it('is classified the same in every spelling', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    // Half of the first bytes are from refused ranges, because random ones rarely are.
    const first = fc.oneof(byte, fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255));
    fc.assert(
      fc.property(fc.tuple(first, byte, byte, byte), fc.constantFrom(...spellings), (parts, spell) => {
        const { hostname } = new URL(`https://${spell(parts)}/`);
        expect(hostname).toBe(parts.join('.'));
        expect(classifyAddress(hostname)).toBe(classifyAddress(parts.join('.')));
        expect(classifyAddress(hostname)).not.toBe('invalid');
      }),
      { numRuns: 10_000 },
    );
  });

  it('is refused if it is wrapped in IPv6, even if it is public', () => {
    const wraps = ['::ffff:', '::', '64:ff9b::', '::ffff:0:'];
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom(...wraps), (address, wrap) => {
        const { hostname } = new URL(`https://[${wrap}${address}]/`);
        expect(classifyAddress(hostname.slice(1, -1))).toBe('special');
      }),
    );
  });
});

describe('networks and single addresses', () => {
  it('match the addresses that they contain', () => {
    expect(isInCidrs('10.1.2.3', ['192.168.0.0/16', '10.0.0.0/8'])).toBe(true);
    expect(isInCidrs('11.0.0.0', ['10.0.0.0/8'])).toBe(false);
    expect(isInCidrs('fd12::1', ['10.0.0.0/8', 'fd00::/8'])).toBe(true);
    expect(isInCidrs('::ffff:10.0.0.1', ['10.0.0.0/8'])).toBe(false);
    expect(isInCidrs('10.0.0.1', [])).toBe(false);
    expect(isInCidrs('name', ['0.0.0.0/0'])).toBe(false);
  });

  it('are accepted only as an address with a prefix length', () => {
    expect(['10.0.0.0/8', '::1/128', 'fd00::/8', '1.2.3.4/32'].filter((text) => !isCidr(text))).toEqual([]);
    const faulty = [
      '10.0.0.0',
      '10/8',
      '10.0.0.0/33',
      'fd00::/129',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
      '/8',
      '',
      '0x0a.0.0.0/8',
    ];
    expect(faulty.filter((text) => isCidr(text))).toEqual([]);
  });

  it('are compared as addresses, not as text', () => {
    expect(isSameAddress('::ffff:1.2.3.4', '1.2.3.4')).toBe(true);
    expect(isSameAddress('2606:4700:0::1', '2606:4700::0001')).toBe(true);
    expect(isSameAddress('1.2.3.4', '1.2.3.5')).toBe(false);
    expect(isSameAddress('::1', '127.0.0.1')).toBe(false);
    expect(isSameAddress('nonsense', 'nonsense')).toBe(false);
  });
});
