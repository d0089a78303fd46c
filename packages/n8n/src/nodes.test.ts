import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failure, startLoopback, type Loopback } from '../../client/testing/loopback.js';
import { inProject, readVersion } from '../../../src/project-root.js';
import { buildNodes, choicesOf, evaluate, execute, type Built, type Execution } from '../testing/nodes.js';

let built: Built;
let loopback: Loopback;

beforeAll(() => {
  built = buildNodes();
});
afterAll(() => {
  built.remove();
});
beforeEach(async () => {
  loopback = await startLoopback();
});
afterEach(() => loopback.close());

const serverUrl = (): string => loopback.baseUrl.replace('/api/v1', '');
const run = (parameters: Execution['parameters'], options: Partial<Execution> = {}) =>
  execute(built.punctual, {
    credentials: { url: serverUrl(), apiKey: 'punctual_live_test' },
    parameters,
    ...options,
  });
const bodies = () => loopback.received.map(({ body }): unknown => (body === '' ? null : JSON.parse(body)));
const keys = (): unknown[] => loopback.received.map(({ headers }) => headers['idempotency-key']);
const reply = { resource: 'comment', operation: 'reply', commentId: 'cmt_1', text: 'Thank you' };

describe('the package', () => {
  it('has the files that its description names, and contains everything but n8n-workflow', () => {
    const file = inProject('packages', 'n8n', 'package.json');
    const description = JSON.parse(readFileSync(file, 'utf8')) as {
      version: string;
      n8n: { nodes: string[]; credentials: string[] };
      dependencies?: object;
    };
    expect(description.version).toBe(readVersion());
    expect(description.dependencies).toBeUndefined();
    for (const named of [...description.n8n.nodes, ...description.n8n.credentials])
      expect(existsSync(path.join(built.folder, path.basename(named)))).toBe(true);
    expect(existsSync(path.join(built.folder, 'punctual.svg'))).toBe(true);
    for (const name of readdirSync(built.folder).filter((one) => one.endsWith('.js'))) {
      const required = readFileSync(path.join(built.folder, name), 'utf8').matchAll(/require\("([^"]+)"\)/g);
      for (const [, module] of required) expect(['n8n-workflow', 'node:crypto']).toContain(module);
    }
  });

  it('sends the key only to the server of the credential, whichever of its URLs was entered', async () => {
    for (const url of [serverUrl(), `${serverUrl()}/`, loopback.baseUrl, ` ${loopback.baseUrl}/`])
      await run(
        { resource: 'post', operation: 'get', postId: 'post_1' },
        { credentials: { url, apiKey: 'punctual_live_test' } },
      );
    expect(loopback.received.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array.from({ length: 4 }, () => 'GET /api/v1/posts/post_1'),
    );
    expect(loopback.received[0]?.headers.authorization).toBe('Bearer punctual_live_test');
  });
});

describe('the credential', () => {
  it('is tested at that server', () => {
    const base = built.api.test?.request.baseURL ?? '';
    for (const url of [serverUrl(), `${serverUrl()}/`, ` ${loopback.baseUrl}/`])
      expect(evaluate(built.punctual, base, { $credentials: { url } })).toBe(loopback.baseUrl);
  });
});

describe('posts', () => {
  it('are drafts unless a time is given, and a time without a zone is in that of the workflow', async () => {
    const accounts = ['acc_1', 'acc_2'];
    const post = { resource: 'post', operation: 'create', accounts, caption: 'Hello' };
    await run(post);
    const options = {
      firstComment: 'More',
      mediaIds: 'med_1, med_2',
      mediaUrls: 'https://example.com/a.jpg',
      metadata: { entry: [{ key: 'orderId', value: '4711' }] },
      clientReferenceId: 'order-4711',
    };
    const parameters = { ...post, publish: 'atTime', scheduledFor: '2030-01-31T09:00:00', options };
    await run(parameters, { timezone: 'Europe/Berlin' });
    const targets = accounts.map((socialAccountId) => ({ socialAccountId }));
    expect(bodies()).toEqual([
      { caption: 'Hello', targets, clientReferenceId: expect.stringMatching(/^n8n-[0-9a-f]{64}$/) as string },
      {
        caption: 'Hello',
        targets: targets.map((target) => ({ ...target, firstComment: 'More' })),
        mediaIds: ['med_1', 'med_2'],
        mediaItems: [{ url: 'https://example.com/a.jpg' }],
        metadata: { orderId: '4711' },
        clientReferenceId: 'order-4711',
        scheduledFor: '2030-01-31T08:00:00.000Z',
      },
    ]);
  });

  it('are published immediately, by the clock of the server', async () => {
    loopback.replies = [{ status: 200, body: {}, headers: { date: 'Thu, 31 Jan 2030 09:00:00 GMT' } }];
    await run({
      resource: 'post',
      operation: 'create',
      accounts: ['acc_1'],
      caption: 'Hello',
      publish: 'now',
    });
    expect(bodies()[1]).toMatchObject({ scheduledFor: '2030-01-31T09:00:15.000Z' });
  });

  it('take the targets of the API, as text or from an expression', async () => {
    const targets = [{ socialAccountId: 'acc_1', captionOverride: 'Hi' }];
    const post = { resource: 'post', operation: 'validate', caption: 'Hello' };
    await run({ ...post, options: { targets: JSON.stringify(targets) } });
    await run({ ...post, options: { targets: '={{ $json.targets }}' } }, { items: [{ json: { targets } }] });
    expect(bodies()).toEqual([
      { caption: 'Hello', targets },
      { caption: 'Hello', targets },
    ]);
    expect(loopback.received.map(({ url }) => url)).toEqual([
      '/api/v1/posts/validate',
      '/api/v1/posts/validate',
    ]);
    await expect(run({ ...post, options: { targets: '[' } })).rejects.toThrow('Targets is not valid JSON.');
  });

  it('can be read with their metrics', async () => {
    const metrics = { postId: 'post_1', targets: [{ targetId: 'tgt_1', metrics: [] }] };
    loopback.replies = [{ status: 200, body: metrics }];
    const [item] = await run({ resource: 'post', operation: 'getMetrics', postId: ' post_1 ' });
    expect(loopback.received).toMatchObject([{ method: 'GET', url: '/api/v1/posts/post_1/metrics' }]);
    expect(item?.json).toEqual(metrics);
  });

  it.each([
    ['schedule', { scheduledAt: '2030-01-31T09:00:00.000Z' }],
    ['reschedule', { scheduledAt: '2030-01-31T09:00:00.000Z' }],
    ['cancel', null],
    ['retry', null],
  ])('can be changed: %s', async (operation, body) => {
    await run({ resource: 'post', operation, postId: 'post_1', scheduledAt: '2030-01-31T10:00:00+01:00' });
    expect(loopback.received[0]).toMatchObject({ method: 'POST', url: `/api/v1/posts/post_1/${operation}` });
    expect(bodies()).toEqual([body]);
    await expect(
      run({ resource: 'post', operation: 'schedule', postId: 'post_1', scheduledAt: 'soon' }),
    ).rejects.toThrow('"soon" is not a time.');
  });
});

describe('a repeat by n8n', () => {
  it('has the same keys for the same items, and others in another run, item or execution', async () => {
    const items = [{ json: {} }, { json: {} }];
    await run(reply, { items });
    await run(reply, { items });
    await run(reply, { items, runIndex: 1 });
    await run(reply, { items, executionId: '2' });
    const [first, second, ...others] = keys();
    expect(others.slice(0, 2)).toEqual([first, second]);
    expect(new Set(keys()).size).toBe(6);
  });

  it('names a post with a reference, because a repeat with another time has another body', async () => {
    const post = { resource: 'post', operation: 'create', caption: 'Hello', publish: 'now' };
    await run(post);
    await run(post);
    const references = bodies().flatMap(
      (body) => (body as { clientReferenceId?: string } | null)?.clientReferenceId ?? [],
    );
    expect(references).toHaveLength(2);
    expect(new Set(references).size).toBe(1);
    expect(keys()).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('lists', () => {
  const page = (ids: number[], nextCursor: string | null) => ({
    status: 200,
    body: { data: ids.map((id) => ({ id })), nextCursor },
  });

  it('are read to their end, or to the limit, and each item is paired', async () => {
    loopback.replies = [page([1, 2], 'c2'), page([3], null), page([1, 2], 'c2')];
    const all = { resource: 'post', operation: 'getAll', returnAll: true };
    const filters = { status: ['FAILED', 'CANCELED'], scheduledAfter: '2030-01-31T09:00:00Z' };
    const found = await run({ ...all, filters });
    expect(found.map(({ json, pairedItem }) => [json['id'], pairedItem])).toEqual(
      [1, 2, 3].map((id) => [id, { item: 0 }]),
    );
    const given = { status: 'FAILED,CANCELED', scheduledAfter: '2030-01-31T09:00:00.000Z' };
    const queries = loopback.received.map(({ url }) =>
      Object.fromEntries(new URLSearchParams(url.split('?')[1])),
    );
    expect(queries).toEqual([
      { ...given, limit: '100' },
      { ...given, limit: '100', cursor: 'c2' },
    ]);
    expect(
      await run({ resource: 'comment', operation: 'getAll', limit: 2, filters: { unread: false } }),
    ).toHaveLength(2);
    expect(loopback.received[2]?.url).toBe('/api/v1/comments?unread=false&limit=2');
  });

  it('fill the choices of accounts and workspaces', async () => {
    loopback.replies = [
      { status: 200, body: { data: [{ id: 'acc_1', handle: 'acme', platform: 'X' }], nextCursor: null } },
      { status: 200, body: { data: [{ id: 'ws_1', name: 'Acme' }], nextCursor: null } },
    ];
    const credentials = { url: serverUrl(), apiKey: 'punctual_live_test' };
    expect(await choicesOf(built.punctual, 'getAccounts', credentials)).toEqual([
      { name: 'acme (X)', value: 'acc_1' },
    ]);
    expect(await choicesOf(built.punctual, 'getWorkspaces', credentials)).toEqual([
      { name: 'Acme', value: 'ws_1' },
    ]);
  });
});

describe('media', () => {
  const upload = { resource: 'media', operation: 'upload', workspaceId: 'ws_1' };
  const bytes = Buffer.from('a picture');
  const items = [{ json: {}, binary: { data: { data: '', mimeType: 'image/png', fileName: 'a.png' } } }];
  const ready = { status: 200, body: { id: 'med_1', status: 'READY' } };
  const waiting = { status: 200, body: { id: 'med_1', status: 'PENDING_UPLOAD' } };
  const at = (name: string) => `${serverUrl()}/${name}`;
  const begun = (how: object) => ({ status: 201, body: { media: waiting.body, upload: how } });

  it('are uploaded in one request, and checked', async () => {
    const headers = { 'content-type': 'image/png' };
    const processing = { status: 200, body: { id: 'med_1', status: 'PROCESSING' } };
    loopback.replies = [
      begun({ kind: 'single', method: 'PUT', url: at('put'), headers }),
      waiting,
      { status: 200, raw: '', headers: { 'content-type': 'text/plain' } },
      processing,
      ready,
    ];
    const [item] = await run(
      { ...upload, options: { altText: 'A harbor' } },
      { items, files: { data: bytes } },
    );
    expect(item?.json).toEqual(ready.body);
    expect(loopback.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/v1/media/presign?workspaceId=ws_1',
      'GET /api/v1/media/med_1',
      'PUT /put',
      'POST /api/v1/media/med_1/complete',
      'GET /api/v1/media/med_1',
    ]);
    expect(JSON.parse(loopback.received[0]?.body ?? '')).toEqual({
      mime: 'image/png',
      sizeBytes: bytes.length,
      filename: 'a.png',
      altText: 'A harbor',
    });
    // The signed URL needs no key.
    expect(loopback.received[2]).toMatchObject({ body: 'a picture', headers });
    expect(loopback.received[2]?.headers.authorization).toBeUndefined();
  });

  it('are uploaded in parts if the server says so, and not again if they have arrived', async () => {
    const part = (partNumber: number, sizeBytes: number) => ({
      partNumber,
      sizeBytes,
      uploaded: false,
      address: { method: 'PUT', url: at(`part-${partNumber}`), headers: {} },
    });
    const parts = begun({ kind: 'parts', partSizeBytes: 6, parts: [part(1, 6), part(2, 3)] });
    const stored = { status: 200, raw: '', headers: { 'content-type': 'text/plain' } };
    loopback.replies = [parts, waiting, stored, stored, ready, parts, ready];
    await run(upload, { items, files: { data: bytes } });
    const sent = loopback.received.filter(({ method }) => method === 'PUT');
    expect(sent.map(({ url, body }) => [url, body])).toEqual([
      ['/part-1', 'a pict'],
      ['/part-2', 'ure'],
    ]);
    await run(upload, { items, files: { data: bytes } });
    expect(loopback.received.filter(({ method }) => method === 'PUT')).toHaveLength(2);
    expect(keys()[0]).toBe(keys()[5]);
  });

  it('are fetched from a URL, and a refused file is an error', async () => {
    loopback.replies = [
      {
        status: 201,
        body: { id: 'med_1', status: 'FAILED', failure: { code: 'X', message: 'Not a picture.' } },
      },
    ];
    const parameters = {
      resource: 'media',
      operation: 'addFromUrl',
      workspaceId: 'ws_1',
      mediaUrl: 'https://a.example',
    };
    await expect(run(parameters)).rejects.toThrow('Not a picture.');
    expect(loopback.received[0]?.url).toBe('/api/v1/media/from-url?workspaceId=ws_1');
    expect(bodies()).toEqual([{ url: 'https://a.example' }]);
  });
});

describe('errors', () => {
  const docUrl = 'https://punctual.example/docs/errors/VALIDATION_FAILED';
  const details = [{ path: 'scheduledAt', code: 'not_in_future', message: 'Must be in the future.' }];
  const refused = failure(400, 'VALIDATION_FAILED', { docUrl, details });

  it('have the code, the message, the details and the page that explains them', async () => {
    loopback.replies = [refused];
    const error: unknown = await run(reply).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'NodeApiError',
      message: 'VALIDATION_FAILED: No.',
      description: `scheduledAt: Must be in the future.\nWhat to do: ${docUrl}\nRequest: req_1`,
      httpCode: '400',
      context: { itemIndex: 0, data: { code: 'VALIDATION_FAILED' } },
    });
  });

  it('name at least the status if a proxy responds', async () => {
    loopback.replies = [{ status: 502, raw: '<html>', headers: { 'content-type': 'text/html' } }];
    await expect(run(reply)).rejects.toThrow('HTTP_502: The server answered 502.');
  });

  it('stop the node at the first one, or become items like the results', async () => {
    const items = [{ json: {} }, { json: {} }];
    loopback.replies = [refused];
    await expect(run(reply, { items })).rejects.toThrow();
    expect(loopback.received).toHaveLength(1);
    loopback.replies = [refused, { status: 201, body: { id: 'cmt_2' } }];
    const [bad, good] = await run(reply, { items, continueOnFail: true });
    expect(bad).toMatchObject({
      json: { error: 'VALIDATION_FAILED: No.', details: { code: 'VALIDATION_FAILED', docUrl } },
      pairedItem: { item: 0 },
    });
    expect(good).toEqual({ json: { id: 'cmt_2' }, pairedItem: { item: 1 } });
  });
});
