import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { exampleDay, withTimesMoved } from '../../src/api/document/current-times.js';
import { yamlOf } from '../../src/api/document/yaml.js';
import { openApiDocument } from '../harness/description.js';
import { openDb } from '../../src/db/client.js';
import { newId } from '../../src/ids.js';
import { call, codeOf, startTestApi } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { mintTenant, secretCanary } from '../harness/tenants.js';

const api = useTestApi();
const tenant = useTenant(api);

const get = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${api.url}${path}`, { redirect: 'manual', ...init });

describe('unknown routes', () => {
  it('return 404 in the error envelope, inside and outside of /api/v1', async () => {
    expect(codeOf(await call(api, 'GET', '/nowhere', { key: tenant.key }))).toBe('NOT_FOUND');
    expect(codeOf(await call(api, 'POST', '/posts/post_1/nothing', { key: tenant.key }))).toBe('NOT_FOUND');
    const outside = await get('/nowhere');
    expect(outside.status).toBe(404);
    expect(await outside.json()).toMatchObject({
      code: 'NOT_FOUND',
      requestId: outside.headers.get('x-request-id'),
    });
  });

  it.each([
    ['PUT', '/posts', ['GET', 'HEAD', 'POST']],
    ['DELETE', '/posts', ['GET', 'HEAD', 'POST']],
    ['POST', '/posts/post_1', ['DELETE', 'GET', 'HEAD', 'PATCH']],
    ['GET', '/posts/post_1/schedule', ['POST']],
    ['PATCH', '/workspaces', ['GET', 'HEAD', 'POST']],
  ])('return 405 with the allowed methods for %s %s', async (method, path, allowed) => {
    const answer = await call(api, method, path, { key: tenant.key });
    expect([answer.status, codeOf(answer)]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed);
  });
});

describe('the headers of a response', () => {
  it('include our own id of the request, and a valid id from the caller', async () => {
    const headers = { 'x-request-id': 'caller-42' };
    const first = await call(api, 'GET', '/workspaces', { key: tenant.key, headers });
    const second = await call(api, 'GET', '/workspaces', { key: tenant.key, headers });
    expect(first.headers.get('x-client-request-id')).toBe('caller-42');
    expect(first.headers.get('x-request-id')).toMatch(/^req_/);
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
    const odd = await call(api, 'GET', '/workspaces', {
      key: tenant.key,
      headers: { 'x-request-id': '<script>' },
    });
    expect(odd.headers.has('x-client-request-id')).toBe(false);
  });

  it('forbid caching, sniffing and framing', async () => {
    for (const answer of [
      await call(api, 'GET', '/posts', { key: tenant.key }),
      await call(api, 'GET', '/posts'),
    ]) {
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    }
  });
});

describe('the API description', () => {
  it('is served as committed, as JSON and YAML, at both URLs, with current times in its examples', async () => {
    const committed: unknown = JSON.parse(
      await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'),
    );
    const expected = withTimesMoved(committed, exampleDay(api.clock.now()));
    const [json, yaml] = [await get('/openapi.json'), await get('/openapi.yaml')];
    expect([json.status, json.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect([yaml.status, yaml.headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8']);
    const texts = [await json.text(), await yaml.text()];
    expect(JSON.parse(texts[0] ?? '')).toEqual(expected);
    expect(texts[1] === yamlOf(expected)).toBe(true);
    for (const [index, name] of ['openapi.json', 'openapi.yaml'].entries()) {
      expect((await (await get(`/api/v1/${name}`)).text()) === texts[index]).toBe(true);
    }
  });

  it('keeps the times of its examples in the future', async () => {
    const at = async (): Promise<number> => {
      const { components } = (await (await get('/openapi.json')).json()) as {
        components: { examples: Record<string, { value: { scheduledFor: string } }> };
      };
      return Date.parse(components.examples['CreatePostFlat']?.value.scheduledFor ?? '');
    };
    const day = 24 * 60 * 60 * 1000;
    const before = await at();
    expect(before).toBeGreaterThan(api.clock.now().getTime() + 29 * day);
    api.clock.shiftMs += 400 * day;
    expect(await at()).toBe(before + 400 * day);
    api.clock.shiftMs -= 400 * day;
  });

  it('is valid OpenAPI 3.1', async () => {
    const document: unknown = await (await get('/openapi.json')).json();
    expect(document).toEqual(withTimesMoved(openApiDocument(), exampleDay(api.clock.now())));
    expect(document).toMatchObject({ openapi: '3.1.0' });
  });

  it('contains only references that resolve', async () => {
    const text = await (await get('/openapi.json')).text();
    const { components } = JSON.parse(text) as { components: { schemas: Record<string, unknown> } };
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map((match) => match[1] ?? '');
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !(name in components.schemas))).toEqual([]);
  });
});

describe('the API reference', () => {
  it('loads nothing from other origins', async () => {
    const page = await get('/docs/api');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const html = await page.text();
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/<script>|<style>| style=| on\w+=/);
    const files = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThan(80);
    for (const file of new Set(files)) {
      const response = await get(file);
      expect([file, response.status]).toEqual([file, 200]);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(50);
    }
  });

  it.each(['package.json', 'index.html', '..%2fpackage.json', 'api.css', 'constructor'])(
    'serves no other file: %s',
    async (file) => {
      expect((await get(`/docs/${file}`)).status).toBe(404);
    },
  );
});

describe('the health endpoints', () => {
  it('report the state of the process, and of everything that publishing needs', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ok',
      database: 'ok',
      migrations: 'ok',
      temporal: 'ok',
      worker: 'polling',
      webhooks: 'polling',
      keys: 'ok',
      storage: 'ok',
      searchAttributes: 'ok',
      schedules: 'ok',
      clock: 'unknown',
      clockAheadSeconds: null,
      missing: [],
      degraded: [],
      lastSweep: null,
    });
  });

  it('report that the API is alive but not ready without the database', async () => {
    const nowhere = openDb({
      url: 'postgres://nobody@127.0.0.1:1/none',
      connectionsMax: 1,
      connectTimeoutSeconds: 1,
    });
    const broken = await startTestApi({ db: nowhere.db });
    const ready = await fetch(`${broken.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { database: 'unreachable', migrations: 'unknown' },
    ]);
    expect((await fetch(`${broken.url}/healthz`)).status).toBe(200);
    const answer = await call(broken, 'GET', '/posts', { key: `punctual_live_${'0'.repeat(32)}` });
    expect([answer.status, codeOf(answer)]).toEqual([503, 'RETRY']);
    await nowhere.close();
    await broken.close();
  });

  it('report that the API is not ready while it drains, before it stops', async () => {
    const draining = await startTestApi();
    draining.api.startDraining();
    const ready = await fetch(`${draining.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining' }]);
    await draining.close();
  });
});

describe('internal errors', () => {
  it('return a fixed text, and log their causes once, with the request id and without values', async () => {
    const cause = new Error(`insert failed\nparams: ${secretCanary}`, { cause: new TypeError('the root') });
    const faulty = await startTestApi({
      newId: (kind) => {
        if (kind === 'post') throw cause;
        return newId(kind);
      },
    });
    const owner = await mintTenant(faulty);
    const body = { content: 'x', platforms: [{ accountId: owner.accountIds[0] }] };
    const answer = await call(faulty, 'POST', '/posts', { key: owner.key, body });
    expect(answer.body).toEqual({
      statusCode: 500,
      code: 'INTERNAL_ERROR',
      message: 'Something went wrong on our side.',
      requestId: answer.headers.get('x-request-id'),
      docUrl: `${faulty.url}/docs/errors/INTERNAL_ERROR`,
    });
    const logged = faulty.logLines.filter((line) => line.includes('request failed'));
    expect(logged).toHaveLength(1);
    const entry = JSON.parse(logged[0] ?? '{}') as { requestId: string; causes: { message: string }[] };
    expect(entry.requestId).toBe(answer.headers.get('x-request-id'));
    expect(entry.causes.map((item) => item.message)).toEqual(['insert failed', 'the root']);
    await faulty.close();
  });

  it('log no key, no credential and no caption', async () => {
    const body = { content: `A caption ${secretCanary}`, platforms: [{ accountId: tenant.accountIds[0] }] };
    await call(api, 'POST', '/posts', { key: tenant.key, body });
    await call(api, 'POST', '/posts', {
      key: tenant.key,
      body: { ...body, content: `${secretCanary}\u0000` },
    });
    await call(api, 'GET', `/posts?cursor=${secretCanary}`, { key: tenant.key });
    const log = api.logLines.join('');
    expect(log).toContain('"path":"/api/v1/posts"');
    expect(log).not.toContain(secretCanary);
    expect(log).not.toContain(tenant.key.slice('punctual_live_'.length));
  });
});
