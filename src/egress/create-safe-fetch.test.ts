import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createSafeFetch } from './create-safe-fetch.js';
import { EgressError, type EgressRequest, type SendBefore } from './safe-fetch.js';

const safeFetch = createSafeFetch({ connectTimeoutMs: 2_000 });
afterAll(() => safeFetch[Symbol.asyncDispose]());

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const http = (listener: RequestListener): Promise<string> => listen(createHttpServer(listener));
const tcp = (onSocket: (socket: Socket) => void): Promise<string> => listen(createTcpServer(onSocket));

const sendBeforeIn = (ms: number): SendBefore => ({
  monotonicMs: performance.now() + ms,
  wallMs: Date.now() + ms,
});

/** Stops this thread, as SIGSTOP would: the system still accepts connections, but none of our code runs. */
function freeze(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function failure(request: Partial<EgressRequest> & { url: string }): Promise<EgressError> {
  const result = await safeFetch({
    method: 'POST',
    body: '{"text":"hi"}',
    timeoutMs: 5_000,
    ...request,
  }).catch((error: unknown) => error);
  expect(result).toBeInstanceOf(EgressError);
  return result as EgressError;
}

describe('a request that gets a response', () => {
  it('returns the status, joined headers and body, asks for no compression and leaves no connection open', async () => {
    const seen: Record<string, unknown>[] = [];
    const url = await http((request, response) => {
      seen.push({ ...request.headers, method: request.method, url: request.url });
      response.setHeader('X-Two', ['a', 'b']);
      response.writeHead(201).end('{"é":1}');
    });
    const answer = await safeFetch({
      url: `${url}/p?q=1`,
      method: 'POST',
      headers: { 'Content-Type': 'a/b' },
      body: 'x',
    });
    expect(answer).toMatchObject({ status: 201, body: '{"é":1}' });
    expect(answer.headers['x-two']).toBe('a, b');
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/p?q=1',
      'accept-encoding': 'identity',
      'content-type': 'a/b',
      connection: 'close',
    });
  });

  it('does not follow a redirect', async () => {
    let calls = 0;
    const url = await http((_request, response) => {
      calls += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect((await safeFetch({ url, method: 'POST', body: 'x' })).status).toBe(307);
    expect(calls).toBe(1);
  });

  it('ignores informational responses', async () => {
    const url = await http((_request, response) => {
      response.writeProcessing();
      response.end('done');
    });
    expect(await safeFetch({ url, method: 'GET' })).toMatchObject({ status: 200, body: 'done' });
  });
});

describe('a response that is compressed, although no compression was asked for', () => {
  const packed = (encoding: string, bytes: Uint8Array, status = 200) =>
    http((_request, response) => {
      response.writeHead(status, { 'content-encoding': encoding }).end(bytes);
    });
  const text = '{"id":"é"}';

  it.each([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('is read if it is %s', async (encoding, pack) => {
    const url = await packed(encoding, pack(Buffer.from(text)));
    expect(await safeFetch({ url, method: 'GET' })).toMatchObject({ status: 200, body: text });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('fails if it is longer than the limit once decompressed from %s', async (encoding, pack) => {
    const url = await packed(encoding, pack(Buffer.alloc(10_001, 'a')));
    const error = await failure({ url, responseBytesMax: 10_000 });
    expect(error).toMatchObject({ sent: true, reason: 'too-large' });
    expect(error.message).toContain('longer than 10000 bytes');
    expect((await safeFetch({ url, method: 'GET', responseBytesMax: 10_001 })).body).toHaveLength(10_001);
  });

  it.each([
    ['gzip', Buffer.from(text)],
    ['gzip', gzipSync(text).subarray(0, -4)],
    ['gzip, br', gzipSync(text)],
    ['zstd', Buffer.from(text)],
    ['constructor', Buffer.from(text)],
  ])('fails if it cannot be decompressed: %s', async (encoding, bytes) => {
    const error = await failure({ url: await packed(encoding, bytes) });
    expect(error).toMatchObject({ sent: true, reason: 'encoded' });
  });

  it('has at least its status if that is an error', async () => {
    const url = await packed('gzip', Buffer.from(text), 503);
    expect(await safeFetch({ url, method: 'GET' })).toMatchObject({ status: 503, body: '' });
  });

  it('can be without a body', async () => {
    const url = await packed('gzip', Buffer.alloc(0));
    expect(await safeFetch({ url, method: 'GET' })).toMatchObject({ status: 200, body: '' });
  });
});

describe('a request that was certainly not sent', () => {
  it('is reported as not sent when the port refuses the connection', async () => {
    const url = await tcp(() => undefined);
    for (const close of closers.splice(0)) await close();
    expect(await failure({ url })).toMatchObject({ sent: false, reason: 'connect' });
  });

  it('is reported as not sent when the name does not resolve', async () => {
    expect(await failure({ url: 'http://x.invalid/' })).toMatchObject({ sent: false, reason: 'dns' });
  });

  it('is reported as not sent when the TLS handshake fails', async () => {
    const url = await tcp((socket) => socket.end('this is not TLS'));
    expect(await failure({ url: url.replace('http:', 'https:') })).toMatchObject({
      sent: false,
      reason: 'tls',
    });
  });

  it('is reported as not sent when the peer accepts the connection but never responds in TLS', async () => {
    const url = await tcp(() => undefined);
    const error = await failure({ url: url.replace('http:', 'https:'), timeoutMs: 200 });
    expect(error).toMatchObject({ sent: false, reason: 'timeout' });
  });

  it('is reported as not sent when it is aborted early, and opens no connection', async () => {
    let connections = 0;
    const url = await tcp(() => (connections += 1));
    expect(await failure({ url, signal: AbortSignal.abort() })).toMatchObject({
      sent: false,
      reason: 'aborted',
    });
    expect(connections).toBe(0);
  });

  it('is removed from the queue when aborted, and is not sent when a connection becomes free', async () => {
    const bodies: string[] = [];
    let release = (): void => undefined;
    const url = await http((request, response) => {
      request.setEncoding('utf8').on('data', (chunk: string) => bodies.push(chunk));
      request.on('end', () => {
        if (bodies.length === 1) release = () => response.end('first');
        else response.end('later');
      });
    });
    const narrow = createSafeFetch({ connectionsPerOriginMax: 1 });
    const first = narrow({ url, method: 'POST', body: 'first' });
    await expect.poll(() => bodies).toEqual(['first']);
    const queued = await narrow({ url, method: 'POST', body: 'given up', timeoutMs: 50 }).catch(
      (error: unknown) => error,
    );
    expect(queued).toMatchObject({ sent: false, reason: 'timeout' });
    release();
    await first;
    await narrow({ url, method: 'POST', body: 'third' });
    expect(bodies).toEqual(['first', 'third']);
    await narrow[Symbol.asyncDispose]();
  });

  it('is reported as not sent by a process that was frozen until its deadline', async () => {
    const bodies: string[] = [];
    const url = await http((request, response) => {
      request.setEncoding('utf8').on('data', (chunk: string) => bodies.push(chunk));
      request.on('end', () => response.end());
    });
    const frozen = failure({ url, body: 'given up', sendBefore: sendBeforeIn(50) });
    freeze(100);
    expect(await frozen).toMatchObject({ sent: false, reason: 'too-late' });
    await safeFetch({ url, method: 'POST', body: 'in time', sendBefore: sendBeforeIn(5_000) });
    expect(bodies).toEqual(['in time']);
  });

  it.each(['wallMs', 'monotonicMs'] as const)(
    'is reported as too late once its deadline has passed on either clock (%s)',
    async (clock) => {
      const url = await http((_request, response) => response.end());
      const sendBefore = { ...sendBeforeIn(5_000), [clock]: sendBeforeIn(-1)[clock] };
      expect(await failure({ url, sendBefore })).toMatchObject({ sent: false, reason: 'too-late' });
    },
  );

  it('is reported as not sent if its URL is not http(s), and the error does not repeat the URL', async () => {
    const error = await failure({ url: 'file:///etc/secret-name' });
    expect(error).toMatchObject({ sent: false, reason: 'other' });
    expect(error.message).not.toContain('secret-name');
  });
});

describe('a request that may have had an effect', () => {
  it('is reported as sent when the peer resets the connection after reading it', async () => {
    const url = await tcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await failure({ url })).toMatchObject({ sent: true, reason: 'reset' });
  });

  it('is reported as sent when the response ends early', async () => {
    const url = await tcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{"id":')),
    );
    expect(await failure({ url })).toMatchObject({ sent: true, reason: 'reset' });
  });

  it('is reported as sent when the response is not HTTP', async () => {
    const url = await tcp((socket) => socket.once('data', () => socket.end('hello')));
    expect(await failure({ url })).toMatchObject({ sent: true, reason: 'reset' });
  });

  it('is reported as sent when no response comes in time', async () => {
    const url = await http(() => undefined);
    expect(await failure({ url, timeoutMs: 100 })).toMatchObject({ sent: true, reason: 'timeout' });
  });

  it('has a time limit for the whole exchange, not for the pause between two bytes', async () => {
    const url = await http((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await failure({ url, timeoutMs: 200 })).toMatchObject({ sent: true, reason: 'timeout' });
  });

  it('has a size limit on the response, announced or not', async () => {
    const announced = await http((_request, response) => response.end('x'.repeat(2_000)));
    expect(await failure({ url: announced, responseBytesMax: 1_000 })).toMatchObject({
      sent: true,
      reason: 'too-large',
    });
    const chunked = await http((_request, response) => {
      for (let i = 0; i < 20; i += 1) response.write('x'.repeat(100));
      response.end();
    });
    expect(await failure({ url: chunked, responseBytesMax: 1_000 })).toMatchObject({
      sent: true,
      reason: 'too-large',
    });
    expect((await safeFetch({ url: chunked, method: 'GET', responseBytesMax: 2_000 })).body).toHaveLength(
      2_000,
    );
  });

  it('has a limit on the number of values in the response, to bound parsing', async () => {
    const list = (count: number): string => JSON.stringify(Array.from({ length: count }, () => ({})));
    let status = 200;
    let body = list(99);
    const url = await http((_request, response) => response.writeHead(status).end(body));
    const ask = () => safeFetch({ url, method: 'GET', responseValuesMax: 150 });
    // In a list, each comma and each opening bracket counts as a value.
    expect(await failure({ url, responseValuesMax: 150 })).toMatchObject({ sent: true, reason: 'too-large' });
    body = JSON.stringify({ text: ',[{'.repeat(1_000) });
    expect(await ask()).toMatchObject({ status: 200, body });
    // For an error, only the status matters, so the page that a proxy may add to it is not refused.
    [status, body] = [429, list(99)];
    expect(await ask()).toMatchObject({ status: 429, body: '' });
    [status, body] = [200, `[${'0,'.repeat(60_000)}0]`];
    expect(await failure({ url })).toMatchObject({ reason: 'too-large' });
  });

  it('is reported as sent when it is aborted in flight, and the error never contains the query', async () => {
    const abort = new AbortController();
    const url = await http(() => abort.abort());
    const error = await failure({ url: `${url}/a?access_token=canary`, signal: abort.signal });
    expect(error).toMatchObject({ sent: true, reason: 'aborted' });
    expect(error.message).toContain('/a');
    expect(error.message).not.toContain('canary');
  });

  it('is sent only once, even when the peer closes the connection', async () => {
    let requests = 0;
    const url = await tcp((socket) => {
      socket.once('data', () => {
        requests += 1;
        socket.destroy();
      });
    });
    expect(await failure({ url, method: 'GET' })).toMatchObject({ sent: true });
    await safeFetch({ url, method: 'GET' }).catch(() => undefined);
    expect(requests).toBe(2);
  });
});
