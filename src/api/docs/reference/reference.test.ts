import { readFileSync } from 'node:fs';
import { OpenAPIHono } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownOrigin } from '../../middleware/own-origin.js';
import type { DocPage, Html } from '../../errors/page-frame.js';
import { registerDocs } from '../../pages/docs.js';
import type { ApiEnv } from '../../types.js';
import { createSearch } from '../search.js';
import { readLibrary } from '../library.js';
import { inProject, projectRoot } from '../../../project-root.js';
import { readReference, type Reference } from './description.js';
import { registerReference } from './pages.js';

const description = JSON.parse(readFileSync(inProject('openapi.json'), 'utf8')) as object;
let reference: Reference;
let app: OpenAPIHono<ApiEnv>;
beforeAll(() => {
  reference = readReference(description);
  app = appOf(description);
});

function appOf(described: object): OpenAPIHono<ApiEnv> {
  const made = new OpenAPIHono<ApiEnv>();
  made.use(ownOrigin('https://punctual.example'));
  registerDocs(made, { description: () => described });
  return made;
}

const get = async (path: string, from = app): Promise<string> => (await from.request(path)).text();

describe('the reference', () => {
  it('lists every operation, those of posts first and those of sessions last', async () => {
    const list = await get('/docs/api');
    const groups = reference.tags.map(({ name }) => name);
    expect([groups[0], groups.at(-1)]).toEqual(['Posts', 'Sessions']);
    for (const { url, summary } of reference.byId.values())
      expect(list).toContain(`<a href="${url}">${summary.replaceAll("'", '&#39;')}</a>`);
    expect(reference.byId.size).toBeGreaterThan(90);
  });

  it('has a page for each operation, with each parameter, each field of the body and each status', async () => {
    for (const { url, parameters, body, responses } of reference.byId.values()) {
      const page = await get(url);
      const fields = Object.keys(body?.schema.properties ?? {});
      for (const name of [
        ...parameters.map((one) => one.name),
        ...fields,
        ...responses.map((one) => one.status),
      ])
        expect([url, name, page.includes(`<code>${name}</code>`)]).toEqual([url, name, true]);
      expect([url, page.length < 1_500_000]).toEqual([url, true]);
    }
  });

  it('shows the shape of all examples first, and the other one as also accepted', async () => {
    const page = await get('/docs/api/createPost');
    expect(page).toContain('<summary>with targets and caption</summary>');
    expect(page).toContain('<summary>Also accepted: with platforms and content</summary>');
    expect(page).toContain('<code>captionOverride</code>');
    expect(page).toContain('/docs/errors/PLATFORM_RULE_VIOLATION');
  });

  it('has samples in six languages for operations of programs, and none for operations of people', async () => {
    const samples = (page: string): number => page.split('role="tabpanel"').length - 1;
    expect(samples(await get('/docs/api/createPost'))).toBe(6);
    expect(samples(await get('/docs/api/createApiKey'))).toBe(0);
    expect(await get('/docs/api/createPost')).toContain('https://punctual.example/api/v1/posts');
  });

  it('links the files that descriptions name', async () => {
    expect(await get('/docs/api')).toContain('<a href="/docs/webhooks">');
  });

  it('answers 404 for an operation that does not exist', async () => {
    for (const name of ['nothing', 'constructor', '__proto__', 'createPost/x', '%3Cscript%3E'])
      expect([name, (await app.request(`/docs/api/${name}`)).status]).toEqual([name, 404]);
  });

  it('escapes everything that a description says', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'';
    const hostile = {
      tags: [{ name: 'Posts', description: evil }],
      paths: {
        '/posts/{id}': {
          post: {
            operationId: 'hostile',
            tags: ['Posts'],
            summary: evil,
            description: evil,
            security: [{ bearer: [] }],
            parameters: [{ name: evil, in: 'query', required: true, description: evil, example: evil }],
            requestBody: {
              content: {
                'application/json': {
                  schema: { type: 'object', properties: { [evil]: { type: 'string', enum: [evil, 'b'] } } },
                  example: { [evil]: evil },
                },
              },
            },
            responses: { 200: { description: evil, content: { 'application/json': { example: evil } } } },
          },
        },
      },
    };
    const from = appOf(hostile);
    for (const path of ['/docs/api', '/docs/api/hostile', '/docs/search?q=img'])
      expect([path, (await get(path, from)).includes('<img')]).toEqual([path, false]);
  });

  it('renders a page once for each description', async () => {
    const app = new OpenAPIHono<ApiEnv>();
    app.use(ownOrigin('https://punctual.example'));
    const rendered: string[] = [];
    const frame = (page: DocPage): Promise<Html> => {
      rendered.push(page.path);
      return Promise.resolve(html`<h1>${page.title}</h1>`);
    };
    const describedAs = (summary: string): Reference =>
      readReference({
        tags: [{ name: 'Posts' }],
        paths: { '/a': { get: { operationId: 'a', tags: ['Posts'], summary, responses: {} } } },
      });
    let current = describedAs('One');
    registerReference(app, { library: () => readLibrary(projectRoot), frame }, () => current);
    for (const path of ['/docs/api', '/docs/api/a', '/docs/api/', '/docs/api/a']) await get(path, app);
    expect(rendered).toEqual(['/docs/api', '/docs/api/a']);
    current = describedAs('Two');
    expect(await get('/docs/api/a', app)).toContain('Two');
  });

  it('survives a schema that contains itself', async () => {
    const schema = { type: 'object', properties: { inner: { $ref: '#/components/schemas/Node' } } };
    const from = appOf({
      tags: [{ name: 'Posts' }],
      components: { schemas: { Node: schema, Loop: { $ref: '#/components/schemas/Loop' } } },
      paths: {
        '/a': {
          get: {
            operationId: 'a',
            tags: ['Posts'],
            parameters: [{ name: 'q', in: 'query', schema: { $ref: '#/components/schemas/Loop' } }],
            responses: {
              200: {
                description: 'A node.',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
              },
            },
          },
        },
      },
    });
    expect(await get('/docs/api/a', from)).toContain('<code>inner</code>');
  });
});

describe('the search over guides and operations', () => {
  it('finds operations by name and by words, and puts the guide before codes', async () => {
    const find = await createSearch(await readLibrary(projectRoot), reference);
    expect(find('createPost')[0]?.url).toBe('/docs/api/createPost');
    expect(find('reschedule').map(({ url }) => url)).toContain('/docs/api/reschedulePost');
    expect(find('retry failed')[0]?.url).not.toMatch(/^\/docs\/(target-)?errors\//);
    expect(find('RETRY_COOLDOWN')[0]?.url).toBe('/docs/errors/RETRY_COOLDOWN');
  });

  it('responds while a person types, with data', async () => {
    const answer = await app.request('/docs/search.json?q=createPost');
    const { results } = (await answer.json()) as { results: { url: string }[] };
    expect(results[0]?.url).toBe('/docs/api/createPost');
    expect(await (await app.request('/docs/search.json')).json()).toEqual({ results: [] });
  });
});
