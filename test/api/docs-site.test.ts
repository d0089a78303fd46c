import { describe, expect, it } from 'vitest';
import { call, field, startTestApi } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();

const get = (path: string): Promise<Response> => fetch(api.url + path, { redirect: 'manual' });
const textOf = async (path: string): Promise<string> => (await get(path)).text();

describe('the pages below /docs', () => {
  it('begin with three main links and the API reference, and list the guides, with and without a trailing slash', async () => {
    const home = await textOf('/docs');
    expect(await textOf('/docs/')).toBe(home);
    const main = home.slice(home.indexOf('<main'));
    const doors = [...main.matchAll(/href="([^"]+)"/g)].slice(0, 4).map((match) => match[1]);
    expect(doors).toEqual(['/docs/quick-start', '/docs/webhooks', '/docs/production', '/docs/api']);
    expect(home).not.toContain('<h2>Internals</h2>');
    for (const section of ['Start', 'Guides', 'Platforms', 'Connect', 'Reference', 'Operations']) {
      expect(home).toContain(`<h2>${section}</h2>`);
    }
    for (const page of ['quick-start', 'uploads', 'webhooks', 'errors', 'platforms', 'connect/bluesky']) {
      expect(main).toContain(`href="/docs/${page}"`);
      expect([page, (await get(`/docs/${page}`)).status]).toEqual([page, 200]);
    }
  });

  it.each([
    ['/docs/uploads/', '/docs/uploads'],
    ['/docs/uploads.md', '/docs/uploads'],
    ['/docs/connect/x.md', '/docs/connect/x'],
  ])('redirect %s to %s', async (path, location) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, location]);
  });

  it.each([
    '/docs',
    '/docs/uploads',
    '/docs/errors',
    '/docs/errors/NOT_FOUND',
    '/docs/target-errors',
    '/docs/search?q=x',
  ])('include %s with the one stylesheet, and comply with a strict content policy', async (path) => {
    const page = await get(path);
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-/,
    );
    expect(policy).not.toContain('unsafe');
    const html = await page.text();
    expect(html).not.toMatch(/<script>|<style| style=| on\w+=|src="(?!\/docs\/)/);
    const sheet = /<link rel="stylesheet" href="(\/docs\/style\.css[^"]*)"/.exec(html)?.[1] ?? '';
    expect(await textOf(sheet)).toContain('prefers-color-scheme: dark');
    expect(html).toContain('<a class="skip" href="#content">');
  });

  it('include images of the guides, and no other files', async () => {
    const image = await get('/docs/images/sandbox.png');
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    for (const name of ['none.png', '..%2fbenchmarks.json', '..%2f..%2fpackage.json', 'constructor']) {
      expect([name, (await get(`/docs/images/${name}`)).status]).toEqual([name, 404]);
    }
    for (const path of ['benchmarks.json', '..%2fpackage.json', 'constructor', '__proto__', 'nowhere']) {
      expect([path, (await get(`/docs/${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('include a search that needs no scripts and escapes its query', async () => {
    const found = await textOf('/docs/search?q=RETRY_COOLDOWN');
    expect(found).toContain('href="/docs/errors/RETRY_COOLDOWN"');
    expect(found).toContain('value="RETRY_COOLDOWN"');
    const hostile = await textOf(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(hostile).not.toContain('<script>');
    expect(hostile).toContain('&lt;script&gt;');
    expect((await get(`/docs/search?q=${'a'.repeat(5_000)}`)).status).toBe(200);
    expect((await get('/docs/search?q=%ff%00')).status).toBe(200);
    expect(await textOf('/docs/search')).toContain('Type what you are looking for');
    const nowhere = await textOf('/docs/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    expect(nowhere).not.toContain('<script>');
  });

  it('state their canonical URL', async () => {
    const page = await textOf('/docs/errors/NOT_FOUND');
    expect(page).toContain('<a href="/docs/errors">Error codes</a>');
    expect(page).toContain('<span aria-current="page">NOT_FOUND</span>');
    expect(await textOf('/docs/uploads')).toContain('<a href="/docs/uploads" aria-current="page">');
    expect(await textOf('/docs/platforms')).toContain('id="toc-title"');
  });
});

describe('the docUrl of an error', () => {
  it('points to the requested server in development, and its page explains the code', async () => {
    const docUrl = field<string>(await call(api, 'GET', '/posts'), 'docUrl');
    expect(docUrl).toBe(`${api.url}/docs/errors/UNAUTHORIZED`);
    const page = await fetch(docUrl);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('UNAUTHORIZED') as unknown,
    ]);
  });

  it('never points to a host that appears only in the request', async () => {
    const answer = await api.api.app.request('/nowhere', { headers: { host: 'evil.example:3000' } });
    expect(await answer.json()).toMatchObject({ docUrl: 'http://localhost:3000/docs/errors/NOT_FOUND' });
  });

  it('begins with the origin of PUBLIC_URL if it is set, inside and outside of /api/v1', async () => {
    const publicOrigin = 'https://punctual.example.com';
    const behind = await startTestApi({}, { publicOrigin });
    const answers = [
      await fetch(`${behind.url}/nowhere`),
      await fetch(`${behind.url}/healthz`, { method: 'DELETE' }),
      await fetch(`${behind.url}/api/v1/posts`, { method: 'PUT' }),
    ];
    for (const answer of answers) {
      const { code, docUrl } = (await answer.json()) as { code: string; docUrl: string };
      expect(docUrl).toBe(`${publicOrigin}/docs/errors/${code}`);
    }
    await behind.close();
  });
});

describe('the search of the docs', () => {
  const limited = useTestApi({}, { unauthorizedPerMinuteMax: 60 });

  it('is limited for each network per minute, while the pages remain available', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 62; count += 1) {
      const answer = await fetch(`${limited.url}/docs/search?q=webhook`);
      statuses.push(answer.status);
      if (answer.status === 429) {
        expect(answer.headers.get('ratelimit-policy')).toBe('"network";q=60;w=60');
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
      }
      await answer.arrayBuffer();
    }
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429]);
    for (const path of ['/docs', '/docs/uploads', '/docs/search']) {
      expect((await fetch(limited.url + path)).status).toBe(200);
    }
  });
});
