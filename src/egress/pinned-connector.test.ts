import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Client } from 'undici';
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
  // Node connects to a literal IP address without asking the pinned look-up.
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

  const bodies = [64, 100, 128, 300].flatMap((kib) =>
    (['with a Content-Length', 'up to the end of the connection', 'in chunks'] as const).map(
      (framing) => [kib, framing] as const,
    ),
  );
  it.each(bodies)(
    'reads a body of %i KiB %s after the server has closed the connection',
    async (kib, framing) => {
      const body = Buffer.alloc(kib * 1024, 'a');
      const head = {
        'with a Content-Length': `Content-Length: ${body.length}\r\n`,
        'up to the end of the connection': '',
        'in chunks': 'Transfer-Encoding: chunked\r\n',
      }[framing];
      const sent =
        framing === 'in chunks' ? [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'] : [body];
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => {
          socket.write(`HTTP/1.1 200 OK\r\nConnection: close\r\n${head}\r\n`);
          for (const part of sent) socket.write(part);
          socket.end();
        });
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const pinned = pinnedConnector([{ address: '127.0.0.1', family: 4 }], {
        timeoutMs: 5_000,
        signal: new AbortController().signal,
      });
      let onEnd = (): void => undefined;
      const ended = new Promise<void>((resolve) => (onEnd = resolve));
      const connect: typeof pinned = (target, callback) =>
        pinned(target, (...result) => {
          result[1]?.once('end', onEnd);
          callback(...result);
        });
      const client = new Client(`http://127.0.0.1:${port}`, { connect });
      const { body: received } = await client.request({ path: '/', method: 'GET' });
      // The end of a larger body, or of one in chunks, arrives only after some of it has been read.
      if (kib <= 100 && framing !== 'in chunks') await ended;
      expect((await received.arrayBuffer()).byteLength).toBe(body.length);
      await client.destroy();
      server.close();
    },
  );
});
