import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createGuardedFetch, type GuardedFetchOptions } from '../../src/egress/guarded-fetch.js';
import { EgressError, type EgressRequest } from '../../src/egress/safe-fetch.js';
import type { Resolver } from '../../src/egress/url-guard.js';
import { serveAt, serveHttp } from './loopback.js';
import { createTestCertificate } from './test-certificate.js';

const resolver: Resolver = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
const policy = { allowCidrs: ['127.0.0.1/32'] };

async function failure(
  request: Omit<EgressRequest, 'method'>,
  options: GuardedFetchOptions = {},
): Promise<EgressError> {
  await using guarded = createGuardedFetch({ resolver, policy, ...options });
  const result = await guarded({ timeoutMs: 4_000, ...request, method: 'POST', body: 'x' }).catch(
    (error: unknown) => error,
  );
  expect(result).toBeInstanceOf(EgressError);
  return result as EgressError;
}

/** Starts a server that accepts connections and reads, but never responds. */
const serveMute = () =>
  serveAt(
    createServer((socket) => socket.resume()),
    '127.0.0.1',
  );

describe('TLS to a vetted address', () => {
  const { key, cert } = createTestCertificate('hooks.example.com');

  async function serve() {
    const seen: { servername: unknown; host: string | undefined; body: string }[] = [];
    const server = createHttpsServer({ key, cert }, (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const servername = 'servername' in request.socket ? request.socket.servername : null;
        seen.push({ servername, host: request.headers.host, body });
        response.end('thanks');
      });
    });
    return { seen, listening: await serveAt(server, '127.0.0.1') };
  }

  it('uses the host name for the certificate and for the Host header', async () => {
    const { seen, listening } = await serve();
    await using receiver = listening;
    await using guarded = createGuardedFetch({ resolver, policy, tlsCa: cert });
    for (const host of ['hooks.example.com', 'Hooks.Example.com.']) {
      const url = `https://${host}:${receiver.port}/in`;
      expect(await guarded({ url, method: 'POST', body: 'event' })).toMatchObject({
        status: 200,
        body: 'thanks',
      });
    }
    const host = `hooks.example.com:${receiver.port}`;
    const expected = { servername: 'hooks.example.com', host, body: 'event' };
    expect(seen).toEqual([expected, expected]);
    await expect.poll(() => receiver.open()).toBe(0);
  });

  it('is refused for a wrong name or an unknown issuer, and nothing is sent', async () => {
    const { seen, listening } = await serve();
    await using receiver = listening;
    const other = `https://other.example.com:${receiver.port}/`;
    const right = `https://hooks.example.com:${receiver.port}/`;
    const literal = `https://127.0.0.1:${receiver.port}/`;
    expect(await failure({ url: other }, { tlsCa: cert })).toMatchObject({ sent: false, reason: 'tls' });
    expect(await failure({ url: literal }, { tlsCa: cert })).toMatchObject({ sent: false, reason: 'tls' });
    expect(await failure({ url: right })).toMatchObject({ sent: false, reason: 'tls' });
    expect(seen).toEqual([]);
  });
});

describe('the limits of a request and its response', () => {
  /** The body unpacks to 10 MiB. */
  const bomb = brotliCompressSync(Buffer.alloc(10 * 1024 * 1024));

  it.each(['br', 'gzip', 'deflate', 'identity, gzip', 'x-unknown'])(
    'refuse a response in the encoding %s without reading it',
    async (encoding) => {
      await using receiver = await serveHttp((_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
      });
      const error = await failure({ url: `http://127.0.0.1:${receiver.port}/` });
      expect(error).toMatchObject({ sent: true, reason: 'encoded' });
    },
  );

  it('include that no encoding is requested, although the identity encoding is accepted', async () => {
    const asked: (string | undefined)[] = [];
    await using receiver = await serveHttp((request, response) => {
      asked.push(request.headers['accept-encoding']);
      response.writeHead(200, { 'content-encoding': 'identity' }).end('plain');
    });
    await using guarded = createGuardedFetch({ resolver, policy });
    const request = { url: `http://hooks.example.com:${receiver.port}/`, method: 'GET' } as const;
    expect((await guarded({ ...request, headers: { 'Accept-Encoding': 'br' } })).body).toBe('plain');
    expect(asked).toEqual(['identity']);
  });

  it('include the length of the response', async () => {
    await using receiver = await serveHttp((_request, response) => {
      const pump = (): void => {
        while (response.write('x'.repeat(1_000)));
        response.once('drain', pump);
      };
      pump();
    });
    const error = await failure({ url: `http://127.0.0.1:${receiver.port}/`, responseBytesMax: 64 * 1024 });
    expect(error).toMatchObject({ sent: true, reason: 'too-large' });
    await expect.poll(() => receiver.open()).toBe(0);
  });

  it('include the time from the first DNS query to the last byte, and no connection stays open', async () => {
    await using mute = await serveMute();
    for (const [scheme, sent] of [
      ['http', true],
      ['https', false],
    ] as const) {
      const slow: Resolver = () =>
        new Promise((resolve) => setTimeout(() => resolve([{ address: '127.0.0.1', family: 4 }]), 300));
      const startedAtMs = performance.now();
      const url = `${scheme}://hooks.example.com:${mute.port}/token-canary`;
      const error = await failure({ url, timeoutMs: 600 }, { resolver: slow });
      const tookMs = performance.now() - startedAtMs;
      expect(error).toMatchObject({ sent, reason: 'timeout' });
      expect(error.message).not.toContain('token-canary');
      expect(tookMs).toBeGreaterThan(550);
      expect(tookMs).toBeLessThan(880);
    }
    expect(mute.accepted()).toBe(2);
    await expect.poll(() => mute.open()).toBe(0);
  });
});

describe('an aborted request', () => {
  it('makes no query before it starts and disconnects later, also when the fetch is disposed of', async () => {
    let asked = 0;
    const counting: Resolver = (...args) => {
      asked += 1;
      return resolver(...args);
    };
    await using mute = await serveMute();
    const url = `http://hooks.example.com:${mute.port}/`;
    const early = await failure({ url, signal: AbortSignal.abort() }, { resolver: counting });
    expect(early).toMatchObject({ sent: false, reason: 'aborted' });
    expect([asked, mute.accepted()]).toEqual([0, 0]);

    const abort = new AbortController();
    const late = failure({ url, signal: abort.signal });
    await expect.poll(() => mute.accepted()).toBe(1);
    abort.abort();
    expect(await late).toMatchObject({ sent: true, reason: 'aborted' });

    const guarded = createGuardedFetch({ resolver, policy });
    const cut = guarded({ url, method: 'GET' }).catch((error: unknown) => error);
    await expect.poll(() => mute.accepted()).toBe(2);
    await guarded[Symbol.asyncDispose]();
    expect(await cut).toMatchObject({ name: 'EgressError', reason: 'aborted' });
    await expect.poll(() => mute.open()).toBe(0);
  });

  it('is reported as not sent if the vetted address refuses the connection', async () => {
    const gone = await serveAt(createServer(), '127.0.0.1');
    await gone[Symbol.asyncDispose]();
    const error = await failure({ url: `http://hooks.example.com:${gone.port}/` });
    expect(error).toMatchObject({ sent: false, reason: 'connect' });
  });

  it('is sent to the next vetted address if one refuses the connection', async () => {
    await using receiver = await serveHttp((_request, response) => response.end('second'));
    const two: Resolver = () =>
      Promise.resolve([
        { address: '127.0.0.2', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    await using guarded = createGuardedFetch({ resolver: two, policy: { allowCidrs: ['127.0.0.0/8'] } });
    const url = `http://hooks.example.com:${receiver.port}/`;
    expect((await guarded({ url, method: 'GET' })).body).toBe('second');
  });
});
