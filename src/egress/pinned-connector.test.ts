import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isVettedPeer, pinnedConnector, pinnedLookup } from './pinned-connector.js';
import type { ResolvedAddress } from './url-guard.js';

const vetted: ResolvedAddress[] = [
  { address: '2606:4700:4700::1111', family: 6 },
  { address: '8.8.8.8', family: 4 },
  { address: '8.8.4.4', family: 4 },
];

describe('pinnedLookup', () => {
  it('returns the vetted addresses for any name, as a list or as a single address', () => {
    const answers: unknown[][] = [];
    const lookup = pinnedLookup(vetted);
    lookup('whatever.example', { all: true }, (...answer) => answers.push(answer));
    lookup('whatever.example', {}, (...answer) => answers.push(answer));
    expect(answers).toEqual([
      [null, [vetted[1], vetted[2], vetted[0]]],
      [null, '8.8.8.8', 4],
    ]);
  });

  it('limits how many addresses are tried', () => {
    const many = Array.from({ length: 32 }, (_, index): ResolvedAddress => ({
      address: `8.8.8.${index}`,
      family: 4,
    }));
    let given: unknown;
    pinnedLookup(many)('a.example', { all: true }, (_error, addresses) => (given = addresses));
    expect(given).toEqual(many.slice(0, 4));
  });
});

describe('isVettedPeer', () => {
  it('recognizes the vetted addresses in every spelling, and no others', () => {
    const peer = (remoteAddress: string | undefined): boolean => isVettedPeer({ remoteAddress }, vetted);
    expect([peer('8.8.4.4'), peer('::ffff:8.8.8.8'), peer('2606:4700:4700:0:0:0:0:1111')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([peer('127.0.0.1'), peer('::1'), peer('8.8.8.9'), peer(undefined)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('pinnedConnector', () => {
  // A literal host is the one thing that Node connects to without asking the pinned look-up.
  it.each(['http:', 'https:'])(
    'disconnects from an unvetted peer before a byte is sent (%s)',
    async (protocol) => {
      const received: Buffer[] = [];
      let onEnd = (): void => undefined;
      const ended = new Promise<void>((resolve) => (onEnd = resolve));
      const server = createServer((socket) => {
        socket.on('data', (chunk) => received.push(chunk)).on('error', () => undefined);
        socket.on('close', () => onEnd());
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const port = String((server.address() as AddressInfo).port);
      const { signal } = new AbortController();
      const connect = pinnedConnector(vetted, { timeoutMs: 2_000, signal });
      const result = await new Promise<unknown[]>((resolve) => {
        connect({ hostname: '127.0.0.1', host: '127.0.0.1', protocol, port }, (...args) => resolve(args));
      });
      expect(result).toMatchObject([{ message: 'connected to an address that was not vetted' }, null]);
      await ended;
      expect(received).toEqual([]);
      server.close();
    },
  );
});
