import { readFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets } from '../../src/db/schema/index.js';
import { mediaBytesMaxDefault } from '../../src/domain/media.js';
import type { DownloadLimits } from '../../src/egress/download.js';
import { createGuardedFetch, type GuardedFetch } from '../../src/egress/guarded-fetch.js';
import { createDnsResolver } from '../../src/egress/resolver.js';
import { call, codeOf, startTestApi, type Answer } from '../harness/api.js';
import { count } from '../harness/counts.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { mintTenant } from '../harness/tenants.js';
import { bodyOf, filesIn, image, setPlan, sha256Of, type Media } from '../media/support.js';
import { startDnsServer, type DnsServer } from './dns-server.js';
import { openCanary, serveAt, serveHttp, type LoopbackServer } from './loopback.js';

const corpus = JSON.parse(readFileSync(new URL('hostile-urls.json', import.meta.url), 'utf8')) as {
  url: string;
  reason: string;
}[];

const MiB = 1024 * 1024;
const bytesMax = { ...mediaBytesMaxDefault, IMAGE: 2 * MiB, GIF: 2 * MiB, VIDEO: 192 * MiB };
const rebindTries = count({ usual: 200, long: 1_000 });
/** Allows loopback, by its address and by names, as an installation may do with its own network. */
const opened = { allowCidrs: ['127.0.0.1/32'] };

/** The usual limits, shortened so that tests can wait for them. */
const hurried: Partial<DownloadLimits> = {
  connectTimeoutMs: 400,
  headersTimeoutMs: 400,
  idleTimeoutMs: 400,
  rateGraceMs: 800,
  totalTimeoutMs: 2_500,
};

/** These 27 bytes unpack to 10 MiB. */
const bomb = brotliCompressSync(Buffer.alloc(10 * MiB));
const pngHead = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(1_000)]);
const videoHead = Buffer.concat([
  Buffer.from([0, 0, 0, 16]),
  Buffer.from('ftypisom\0\0\0\0', 'latin1'),
  Buffer.alloc(1_000),
]);

let canary: LoopbackServer;
/** The fetch of the API, which each test replaces. */
let guarded: GuardedFetch;
beforeAll(async () => {
  canary = await openCanary();
  guarded = createGuardedFetch();
});
afterAll(async () => {
  await guarded[Symbol.asyncDispose]();
  await canary[Symbol.asyncDispose]();
});
const api = useTestApi({
  media: {
    fetch: {
      openDownload: (request) => guarded.openDownload(request),
      check: (url) => guarded.check(url),
    },
    bytesMax,
  },
});
const tenant = useTenant(api);

async function setFetch(options: Parameters<typeof createGuardedFetch>[0]): Promise<void> {
  await guarded[Symbol.asyncDispose]();
  guarded = createGuardedFetch(options);
}

const fromUrl = (url: string, more: Record<string, unknown> = {}): Promise<Answer> =>
  call(api, 'POST', `/media/from-url?workspaceId=${tenant.workspaceId}`, {
    key: tenant.key,
    body: { url, ...more },
  });

const serve = (listener: RequestListener) => serveHttp(listener);
const urlOf = ({ port }: LoopbackServer, path = '/a.png'): string => `http://127.0.0.1:${port}${path}`;

/** Checks that no row and no byte was stored. */
async function expectNothingKept(): Promise<void> {
  expect(api.logLines.filter((line) => line.includes('left to the sweep'))).toEqual([]);
  expect(await api.deps.db.select().from(mediaAssets)).toEqual([]);
  expect(filesIn(api.mediaFolder)).toEqual([]);
}

describe('hostile URLs', () => {
  let dns: DnsServer;
  beforeAll(async () => {
    dns = await startDnsServer(({ type }) => (type === 'A' ? ['127.0.0.1'] : ['::1']));
  });
  afterAll(() => dns[Symbol.asyncDispose]());

  it('Media 3: are each refused with the right reason, and nothing is requested', async () => {
    await setFetch({
      policy: { ownHosts: ['punctual.example.com'] },
      resolver: createDnsResolver({ servers: [dns.address] }),
    });
    expect(corpus.length).toBeGreaterThanOrEqual(150);
    const wrong: string[] = [];
    for (const { url, reason } of corpus) {
      const answer = await fromUrl(url.replaceAll('{port}', String(canary.port)));
      const { code, reason: given } = answer.body as { code: string; reason?: string };
      // No JSON of the API may contain a NUL, so such a request is refused before its URL is checked.
      if (url.includes('\0')) expect(code).toBe('VALIDATION_FAILED');
      else if (answer.status !== 400 || code !== 'URL_REJECTED' || given !== reason) {
        wrong.push(`${JSON.stringify(url)}: ${answer.status} ${code} ${given ?? ''}, not ${reason}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(canary.accepted()).toBe(0);
    await expectNothingKept();
  });
});

describe('DNS rebinding', () => {
  it(`Media 4: never leads to a fetch from another address than the vetted one, in ${rebindTries} tries`, async () => {
    await using receiver = await serve((_request, response) => response.end('reached'));
    await using trap = await serveAt(createServer(), '127.0.0.2', receiver.port);
    const asked = new Set<string>();
    await using dns = await startDnsServer(({ name, type }) => {
      if (type === 'AAAA') return [];
      const isFirst = !asked.has(name);
      asked.add(name);
      return isFirst ? ['127.0.0.1'] : ['127.0.0.2'];
    });
    await setFetch({ policy: opened, resolver: createDnsResolver({ servers: [dns.address] }) });
    const outcomes = new Map<string, number>();
    const tryOnce = async (index: number): Promise<void> => {
      const url = `http://try-${index}.rebind.example:${receiver.port}/`;
      for (const answer of [await fromUrl(url), await fromUrl(url)]) {
        const { code, reason = '' } = answer.body as { code: string; reason?: string };
        outcomes.set(`${code} ${reason}`, (outcomes.get(`${code} ${reason}`) ?? 0) + 1);
      }
    };
    for (let start = 0; start < rebindTries; start += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, offset) => tryOnce(start + offset)));
    }
    expect(Object.fromEntries(outcomes)).toEqual({
      'UNSUPPORTED_MIME ': rebindTries,
      'URL_REJECTED private_address': rebindTries,
    });
    expect([receiver.accepted(), trap.accepted()]).toEqual([rebindTries, 0]);
    expect(dns.questions).toHaveLength(4 * rebindTries);
  });
});

describe('a source of media', () => {
  beforeAll(() => setFetch({ policy: opened, downloadLimits: hurried }));

  it.each([301, 302, 303, 307, 308])(
    'Media 5: is not followed to another URL if it redirects with %d',
    async (status) => {
      await using source = await serve((_request, response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${canary.port}/` }).end();
      });
      const answer = await fromUrl(urlOf(source));
      expect(answer.body).toMatchObject({
        statusCode: 400,
        code: 'FETCH_FAILED',
        status,
        reason: 'redirect',
      });
      expect([source.accepted(), canary.accepted()]).toEqual([1, 0]);
    },
  );

  it.each([204, 206, 404, 500])('fails if it returns %d', async (status) => {
    await using source = await serve((_request, response) => void response.writeHead(status).end());
    expect((await fromUrl(urlOf(source))).body).toMatchObject({ code: 'FETCH_FAILED', status });
  });

  const stalled: [string, RequestListener | 'mute', string][] = [
    ['sends nothing', 'mute', 'headers_timeout'],
    ['stops in the middle', (_q, response) => void drip(response, Infinity), 'idle_timeout'],
    ['sends a byte now and then', (_q, response) => void drip(response, 100), 'too_slow'],
    [
      'is compressed without being asked',
      (_q, response) => {
        response.writeHead(200, { 'content-encoding': 'br', 'content-type': 'image/png' });
        response.end(bomb);
      },
      'encoded',
    ],
    [
      'closes the connection early',
      (_q, response) => {
        response.writeHead(200, { 'content-length': 10_000 }).write(pngHead);
        setTimeout(() => response.destroy(), 50);
      },
      'truncated',
    ],
  ];

  it.each(stalled)('is aborted within a limited time if it %s', async (_name, listener, reason) => {
    const silent = serveAt(
      createServer((socket) => socket.resume()),
      '127.0.0.1',
    );
    await using source = await (listener === 'mute' ? silent : serve(listener));
    if (listener !== 'mute') await (await silent)[Symbol.asyncDispose]();
    const startedMs = performance.now();
    const answer = await fromUrl(urlOf(source));
    expect(answer.body).toMatchObject({ code: 'FETCH_FAILED', reason });
    expect(performance.now() - startedMs).toBeLessThan(3_500);
    await expect.poll(() => source.open()).toBe(0);
    await expectNothingKept();
  });

  it('is aborted by a time limit if it is fast but endless', async () => {
    await using source = await serve((_request, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 50);
      response.on('close', () => clearInterval(timer));
      response.writeHead(200).write(pngHead);
    });
    await setFetch({ policy: opened, downloadLimits: { ...hurried, totalTimeoutMs: 700 } });
    expect((await fromUrl(urlOf(source))).body).toMatchObject({ reason: 'total_timeout' });
    await setFetch({ policy: opened, downloadLimits: hurried });
    await expectNothingKept();
  });

  it('is refused if it sends more than it declares', async () => {
    const bytes = await image(1);
    const source = createServer((socket) => {
      const head = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.byteLength}\r\n\r\n`;
      socket.once('data', () => socket.write(Buffer.concat([Buffer.from(head), bytes, Buffer.alloc(5_000)])));
    });
    await using listening = await serveAt(source, '127.0.0.1');
    expect((await fromUrl(urlOf(listening))).body).toMatchObject({
      code: 'FETCH_FAILED',
      reason: 'longer_than_declared',
    });
    await expectNothingKept();
  });

  it('fails if it cannot be reached, or does not speak HTTP', async () => {
    const gone = await serve((_request, response) => void response.end());
    await gone[Symbol.asyncDispose]();
    expect((await fromUrl(urlOf(gone))).body).toMatchObject({
      code: 'FETCH_FAILED',
      reason: 'connect_failed',
    });
    await using gopher = await serveAt(
      createServer((socket) => socket.end('hello\r\n')),
      '127.0.0.1',
    );
    expect((await fromUrl(urlOf(gopher))).body).toMatchObject({
      code: 'FETCH_FAILED',
      reason: 'headers_invalid',
    });
  });

  it.each([
    ['nothing', '', 'EMPTY_BODY'],
    ['a web page', '<!doctype html><title>x</title>', 'UNSUPPORTED_MIME'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'UNSUPPORTED_MIME'],
    ['half an image', '\x89PNG\r\n\x1a\n', 'UNSUPPORTED_MIME'],
  ])('is refused if it returns %s, whatever type it declares', async (_name, text, code) => {
    await using source = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(text, 'latin1'));
    });
    const answer = await fromUrl(urlOf(source));
    expect([answer.status, codeOf(answer)]).toEqual([400, code]);
    await expectNothingKept();
  });
});

describe('the size of a source', () => {
  beforeAll(() => setFetch({ policy: opened }));

  it('is checked as declared, before the body is read', async () => {
    await using source = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': String(5_000 * MiB) }).write(pngHead);
    });
    const answer = await fromUrl(urlOf(source));
    const tooLarge = { code: 'FILE_TOO_LARGE', sizeBytes: 5_000 * MiB, maxBytes: bytesMax.VIDEO };
    expect(answer.body).toMatchObject(tooLarge);
    await expect.poll(() => source.open()).toBe(0);
  });

  it.each([
    ['an image', () => pngHead, bytesMax.IMAGE],
    ['a video', () => videoHead, bytesMax.VIDEO],
  ])('is counted while reading if %s does not declare it', async (_name, head, maxBytes) => {
    await using source = await serve((_request, response) => {
      response.writeHead(200).write(head());
      pump(response);
    });
    const answer = await fromUrl(urlOf(source));
    expect(answer.body).toMatchObject({ code: 'FILE_TOO_LARGE', maxBytes });
    const { sizeBytes } = answer.body as { sizeBytes: number };
    expect(sizeBytes).toBeGreaterThan(maxBytes);
    expect(sizeBytes).toBeLessThan(maxBytes + MiB);
    await expectNothingKept();
  });

  it('is counted against the storage of the plan', async () => {
    await setPlan(api, tenant, 'DEVELOPER');
    const id = api.deps.newId('mediaAsset');
    const now = api.deps.clock.now();
    const used = {
      workspaceId: tenant.workspaceId,
      sizeBytes: 5 * 1024 ** 3 - MiB,
      createdAt: now,
      updatedAt: now,
    };
    await api.deps.db.insert(mediaAssets).values({ id, ...used });
    await using source = await serve((_request, response) => {
      response.writeHead(200).write(videoHead);
      pump(response);
    });
    const answer = await fromUrl(urlOf(source));
    expect(answer.body).toMatchObject({ statusCode: 403, code: 'STORAGE_LIMIT', maxBytes: 5 * 1024 ** 3 });
    await api.deps.db.delete(mediaAssets);
    await setPlan(api, tenant, 'SELF_HOSTED');
    await expectNothingKept();
  });
});

describe('an image from a URL', () => {
  beforeAll(() => setFetch({ policy: opened }));

  it('Media 2: is in the library when the call returns, and is requested once', async () => {
    const bytes = await image(30);
    const headers: string[] = [];
    await using source = await serve((request, response) => {
      headers.push(JSON.stringify(request.headers));
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
    });
    const answer = await fromUrl(urlOf(source, '/photo?token=canary-4e1f'), {
      altText: 'A field',
      filename: 'x.gif',
    });
    expect(answer.status, answer.text).toBe(201);
    const media = bodyOf<Media>(answer);
    expect(media).toMatchObject({
      status: 'READY',
      mime: 'image/png',
      sizeBytes: bytes.byteLength,
      sha256: sha256Of(bytes),
      altText: 'A field',
      originalFilename: 'x.gif',
    });
    const file = await fetch(media.url ?? '');
    expect(sha256Of(Buffer.from(await file.arrayBuffer()))).toBe(sha256Of(bytes));
    expect(source.accepted()).toBe(1);
    expect(JSON.parse(headers[0] ?? '')).toMatchObject({ 'accept-encoding': 'identity' });
    expect(JSON.stringify(headers)).not.toMatch(/authorization|cookie|traceparent/i);
    expect(api.logLines.join('')).not.toContain('canary-4e1f');
  });

  it('is not fetched if the installation has disabled that', async () => {
    const closed = await startTestApi({ media: { fetch: null } });
    try {
      const guest = await mintTenant(closed);
      const answer = await call(closed, 'POST', `/media/from-url?workspaceId=${guest.workspaceId}`, {
        key: guest.key,
        body: { url: 'https://images.example.com/a.png' },
      });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'URL_INGEST_DISABLED']);
    } finally {
      await closed.close();
    }
  });
});

/** Sends the beginning of a file, and then one byte at a time. */
function drip(response: ServerResponse, everyMs: number): void {
  response.writeHead(200).write(pngHead);
  if (everyMs === Infinity) return;
  const timer = setInterval(() => response.write('x'), everyMs);
  response.on('close', () => clearInterval(timer));
}

/** Sends bytes without end, as fast as they are read. */
function pump(response: ServerResponse): void {
  const block = Buffer.alloc(64 * 1024);
  const go = (): void => {
    while (!response.destroyed && response.write(block));
    response.once('drain', go);
  };
  go();
}
