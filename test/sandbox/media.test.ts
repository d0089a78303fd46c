import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunningSandbox, StartSandboxOptions } from '../../src/sandbox/start-sandbox.js';
import { startTestSandbox } from '../harness/sandbox.js';

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(options: Partial<StartSandboxOptions> = {}): Promise<RunningSandbox> {
  const sandbox = await startTestSandbox(options);
  cleanups.push(() => sandbox.close());
  return sandbox;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-media-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

function call(
  url: string,
  method = 'GET',
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (incoming) => {
      let text = '';
      incoming.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const png = Buffer.from('\x89PNG\r\n\x1a\n and some more', 'latin1');
const did = 'did:plc:one';
const authorization = `Bearer sandbox:${did}`;

async function uploadBlob(sandbox: RunningSandbox, bytes: Buffer): Promise<Answer> {
  const headers = { authorization, 'content-type': 'image/png' };
  return call(`${sandbox.url}/bluesky/xrpc/com.atproto.repo.uploadBlob`, 'POST', headers, bytes);
}

async function uploads(sandbox: RunningSandbox) {
  const { body } = await call(`${sandbox.url}/uploads`);
  return (JSON.parse(body) as { data: { bytesReceived: Record<string, number>; media: { id: string }[] } })
    .data;
}

/** A loopback server that serves a file, and counts its requests. */
async function serve(listener: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    listener(incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function container(sandbox: RunningSandbox, address: string): Promise<Answer> {
  const params = { media_type: 'IMAGE', image_url: address, text: 'hi', access_token: 'sandbox:5' };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(params).toString();
  return call(`${sandbox.url}/threads/v1.0/me/threads`, 'POST', headers, body);
}

describe('media in the sandbox', () => {
  it('survive a restart, with their posts', async () => {
    const dataDir = newFolder();
    const first = await startTestSandbox({ dataDir });
    const { blob } = JSON.parse((await uploadBlob(first, png)).body) as { blob: object };
    const embed = { $type: 'app.bsky.embed.images', images: [{ image: blob, alt: 'one' }] };
    const record = { $type: 'app.bsky.feed.post', text: 'kept', createdAt: new Date().toISOString(), embed };
    const input = { repo: did, collection: 'app.bsky.feed.post', rkey: '3kabcabcabcaa', record };
    const url = `${first.url}/bluesky/xrpc/com.atproto.repo.createRecord`;
    expect((await call(url, 'POST', { authorization }, JSON.stringify(input))).status).toBe(200);
    await first.close();
    const again = await start({ dataDir });
    const { body } = await call(`${again.url}/publications`);
    const [post] = (JSON.parse(body) as { data: { media: { url: string; altText: string }[] }[] }).data;
    expect(post?.media).toMatchObject([{ altText: 'one', sizeBytes: png.length }]);
    const shown = await call(`${again.url}${new URL(post?.media[0]?.url ?? '').pathname}`);
    expect(shown).toMatchObject({ status: 200, body: png.toString('latin1') });
  });

  it('are refused if no platform accepts their type, and nothing is kept', async () => {
    const dataDir = newFolder();
    const sandbox = await start({ dataDir });
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    for (const bytes of [script, Buffer.from('<html>'), Buffer.alloc(0)]) {
      expect((await uploadBlob(sandbox, bytes)).status).toBe(400);
    }
    const large = Buffer.concat([png, Buffer.alloc(2_000_000)]);
    expect((await uploadBlob(sandbox, large)).body).toContain('BlobTooLarge');
    expect(readdirSync(join(dataDir, 'media'))).toEqual([]);
    expect(await uploads(sandbox)).toMatchObject({ media: [] });
  });

  it('are counted by bytes, including those of incomplete uploads', async () => {
    const sandbox = await start();
    await uploadBlob(sandbox, png);
    const url = `${sandbox.url}/bluesky/xrpc/com.atproto.repo.uploadBlob`;
    const headers = { authorization, 'content-type': 'image/png', 'content-length': '1000' };
    const outgoing = request(url, { method: 'POST', headers });
    const ended = new Promise((resolve) => outgoing.once('close', resolve));
    outgoing.on('error', () => undefined);
    outgoing.write(png);
    await expect.poll(async () => (await uploads(sandbox)).bytesReceived['BLUESKY']).toBe(2 * png.length);
    outgoing.destroy();
    await ended;
    expect((await uploads(sandbox)).media).toHaveLength(1);
  });
});

describe('a URL that is sent to the sandbox', () => {
  it('is fetched, and the file is kept', async () => {
    const sandbox = await start();
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(png),
    );
    expect((await container(sandbox, `${url}/a.png`)).status).toBe(200);
    expect((await uploads(sandbox)).media).toHaveLength(1);
  });

  it.each([
    ['redirects', 302, { location: '/elsewhere' }],
    ['is missing', 404, {}],
    ['is a web page', 200, { 'content-type': 'text/html' }],
  ])('is refused with the message of the platform if it %s', async (_what, status, headers) => {
    const sandbox = await start();
    const { url, asked } = await serve((_request, response) =>
      response.writeHead(status, headers).end('<html>'),
    );
    const answer = await container(sandbox, `${url}/a`);
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body).toContain('could not be fetched');
    expect(asked).toEqual(['/a']);
    expect((await uploads(sandbox)).media).toEqual([]);
  });

  it('is fetched only if it is on this machine or configured', async () => {
    const sandbox = await start({ mediaOrigins: ['https://media.example'] });
    for (const address of [
      'http://169.254.169.254/latest/meta-data',
      'http://192.168.0.1/',
      'http://media.example/a.png',
      'https://media.example.evil.test/a.png',
      'http://localhost.evil.test/a.png',
      'file:///etc/passwd',
      'no address',
    ]) {
      expect((await container(sandbox, address)).body).toContain('could not be fetched');
    }
  });
});
