import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createSafeFetch } from './create-safe-fetch.js';
import { EgressError, defaultTimeoutMs, type EgressRequest } from './safe-fetch.js';

const MiB = 1024 * 1024;
const safeFetch = createSafeFetch({ connectTimeoutMs: 2_000 });
afterAll(() => safeFetch[Symbol.asyncDispose]());

let closeServer = (): Promise<void> => Promise.resolve();
afterEach(async () => {
  await closeServer();
  closeServer = () => Promise.resolve();
});

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeServer = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Yields the pieces of a body, and records whether the source was opened and closed. */
function source(piece: Uint8Array, count: number, failAt = -1) {
  const seen = { opened: false, closed: false, given: 0 };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    seen.opened = true;
    try {
      for (let index = 0; index < count; index += 1) {
        if (index === failAt) throw new Error('the disk is gone');
        seen.given += piece.length;
        yield await Promise.resolve(piece);
      }
    } finally {
      seen.closed = true;
    }
  }
  return { seen, body: { stream: pieces(), lengthBytes: piece.length * count } };
}

async function failure(request: Partial<EgressRequest> & { url: string }): Promise<EgressError> {
  const result = await safeFetch({ method: 'POST', ...request }).catch((error: unknown) => error);
  expect(result).toBeInstanceOf(EgressError);
  return result as EgressError;
}

const piece = new Uint8Array(64 * 1024).fill(7);

describe('a streamed body', () => {
  it('arrives completely, with its length, in constant memory', async () => {
    const url = await serve((request, response) => {
      const hash = createHash('sha256');
      request.on('data', (chunk: Buffer) => hash.update(chunk));
      request.on('end', () =>
        response.end(`${request.headers['content-length'] ?? ''} ${hash.digest('hex')}`),
      );
    });
    const count = (256 * MiB) / piece.length;
    const { body, seen } = source(piece, count);
    let peakBytes = 0;
    const before = process.memoryUsage().rss;
    const timer = setInterval(
      () => (peakBytes = Math.max(peakBytes, process.memoryUsage().rss - before)),
      20,
    );
    const answer = await safeFetch({ url, method: 'POST', body });
    clearInterval(timer);
    const expected = createHash('sha256');
    for (let index = 0; index < count; index += 1) expected.update(piece);
    expect(answer.body).toBe(`${256 * MiB} ${expected.digest('hex')}`);
    expect(seen).toMatchObject({ closed: true, given: 256 * MiB });
    expect(peakBytes).toBeLessThan(100 * MiB);
  });

  it('is not opened if no server listens, and the request is reported as not sent', async () => {
    const url = await serve((_request, response) => response.end());
    await closeServer();
    closeServer = () => Promise.resolve();
    const { body, seen } = source(piece, 4);
    expect(await failure({ url, body })).toMatchObject({ sent: false, reason: 'connect' });
    expect(seen.opened).toBe(false);
  });

  it('is aborted when the peer stops reading, and the request counts as sent', async () => {
    const url = await serve((request) => request.pause());
    const { body, seen } = source(piece, 1_024);
    const error = await failure({ url, body: { ...body, idleTimeoutMs: 200 } });
    expect(error).toMatchObject({ sent: true, reason: 'timeout' });
    expect(error.message).toContain('not a byte of the body was taken');
    await expect.poll(() => seen.closed).toBe(true);
  });

  it.each([
    ['shorter than announced', 3],
    ['longer than announced', 5],
  ])('aborts the exchange if it is %s, and is neither truncated nor padded', async (_what, count) => {
    let whole = false;
    const url = await serve((request, response) => {
      request.on('data', () => undefined);
      request.on('end', () => {
        whole = true;
        response.end();
      });
    });
    const { body, seen } = source(piece, count);
    const error = await failure({ url, body: { ...body, lengthBytes: piece.length * 4 } });
    expect(error.sent).toBe(true);
    expect(whole).toBe(false);
    expect(seen.closed).toBe(true);
  });

  it('makes the request count as sent if its source fails, and the source’s message is not repeated', async () => {
    const url = await serve((request) => void request.resume());
    const error = await failure({ url, body: source(piece, 8, 4).body });
    expect(error).toMatchObject({ sent: true, reason: 'reset' });
    expect(error.message).not.toContain('disk');
  });

  it('is closed if the server responds early, and that response is returned', async () => {
    const url = await serve((_request, response) => response.writeHead(413).end('too large'));
    const { body, seen } = source(piece, 4_096);
    expect(await safeFetch({ url, method: 'POST', body })).toMatchObject({ status: 413, body: 'too large' });
    await expect.poll(() => seen.closed).toBe(true);
    expect(seen.given).toBeLessThan(4_096 * piece.length);
  });

  it('is sent only once, even if the connection breaks', async () => {
    let requests = 0;
    const url = await serve((request) => {
      requests += 1;
      request.once('data', () => request.socket.destroy());
    });
    const { body } = source(piece, 256);
    expect(await failure({ url, body })).toMatchObject({ sent: true, reason: 'reset' });
    expect(requests).toBe(1);
  });

  it('is aborted with its request', async () => {
    const controller = new AbortController();
    const url = await serve((request) => {
      request.once('data', () => {
        request.pause();
        controller.abort();
      });
    });
    const { body, seen } = source(piece, 1_024);
    expect(await failure({ url, body, signal: controller.signal })).toMatchObject({ reason: 'aborted' });
    await expect.poll(() => seen.closed).toBe(true);
  });
});

it('a time limit grows with the length of the body', () => {
  expect(defaultTimeoutMs({})).toBe(30_000);
  expect(defaultTimeoutMs({ body: source(piece, 1).body })).toBe(31_000);
  expect(defaultTimeoutMs({ body: { ...source(piece, 1).body, lengthBytes: 512 * MiB } })).toBe(8_222_000);
});
