import { beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../errors/codes.js';
import { projectRoot } from '../../project-root.js';
import { readLibrary, type Library } from './library.js';
import { createSearch, withMemory } from './search.js';
import { commonQuestions, docSections, unsortedTitle } from './sections.js';

let library: Library;
beforeAll(async () => {
  library = await readLibrary(projectRoot);
});

describe('the guides of this repository', () => {
  it('all belong to a section: name a new file in src/api/docs/sections.ts', () => {
    const unsorted = [...library.byFile.values()].filter(({ section }) => section === unsortedTitle);
    expect(unsorted.map(({ file }) => file)).toEqual([]);
    expect(library.byFile.size).toBeGreaterThan(20);
  });

  it('each have a title, a first sentence and a unique URL', () => {
    const taken = new Set(['/docs', '/docs/', '/docs/api', '/docs/search', '/docs/images']);
    for (const { file, title, summary, url } of library.byFile.values()) {
      expect([file, title !== '', summary !== '', taken.has(url)]).toEqual([file, true, true, false]);
      taken.add(url);
    }
  });

  it('link only to pages and headings that exist', () => {
    const ids = new Map(
      [...library.byFile.values()].map(({ url, headings, anchors }) => [
        url,
        new Set([...headings.map(({ id }) => id), ...anchors]),
      ]),
    );
    const codeUrls = /^\/docs\/(target-)?errors\/[A-Z_]+$/;
    const dead = [...library.byFile.values()].flatMap(({ file, url, html }) =>
      [...html.matchAll(/ href="((?:\/docs\/|#)[^"]*)"/g)]
        .map(([, href = '']) => decodeURI(href.startsWith('#') ? url + href : href))
        .filter((href) => {
          const [path = '', id] = href.split('#');
          if (codeUrls.test(path) || path === '/docs/api') return false;
          return ids.get(path) === undefined || (id !== undefined && ids.get(path)?.has(id) !== true);
        })
        .map((href) => `${file}: ${href}`),
    );
    expect(dead).toEqual([]);
  });

  it('contain no HTML tags, which would be shown as text', () => {
    const tags = /&lt;\/?(a|br|details|div|img|kbd|p|span|sub|summary|sup|table)\b[^&]*&gt;/;
    const found = [...library.byFile.values()]
      .filter(({ html }) => tags.test(html.replaceAll(/<code>[^]*?<\/code>/g, '')))
      .map(({ file }) => file);
    expect(found).toEqual([]);
  });

  it('are listed in the order of the sections', () => {
    const wanted = docSections.map(({ title }) => title);
    const shown = library.sections.map(({ title }) => title);
    expect(shown).toEqual(wanted.filter((title) => shown.includes(title)));
    expect(library.sections.find(({ title }) => title === 'Reference')?.links[0]?.url).toBe('/docs/api');
  });

  it('answer the most common questions on their first pages', () => {
    const answered = commonQuestions.filter(([, file]) => library.byFile.has(file));
    expect(answered.length).toBeGreaterThanOrEqual(5);
  });
});

describe('a link from a guide', () => {
  it.each([
    ['docs/inbox.md', 'uploads.md#x', '/docs/uploads#x'],
    ['docs/inbox.md', 'connect/x.md', '/docs/connect/x'],
    ['docs/connect/x.md', '../media.md#x', '/docs/media#x'],
    ['docs/connect/x.md', '../../README.md', '/docs/about'],
    ['README.md', 'docs/errors.md', '/docs/errors'],
    ['README.md', 'docs/errors.md#rate_limited', '/docs/errors/RATE_LIMITED'],
    ['docs/inbox.md', 'target-errors.md#platform_auth_failed', '/docs/target-errors/PLATFORM_AUTH_FAILED'],
    ['docs/benchmarks.md', 'images/bench-ratios.svg', '/docs/images/bench-ratios.svg'],
    ['README.md', 'openapi.json', '/openapi.json'],
    ['README.md', '/docs/api', '/docs/api'],
    ['README.md', '#sandbox', '#sandbox'],
    ['README.md', 'https://temporal.io/', 'https://temporal.io/'],
    ['docs/inbox.md', '../src/api/app.ts', null],
    ['docs/inbox.md', '../../../etc/passwd', null],
    ['docs/inbox.md', 'images/../../package.json', null],
    ['docs/inbox.md', 'images/none.png', null],
    ['docs/inbox.md', 'javascript:alert(1)', null],
    ['docs/inbox.md', 'data:text/html,x', null],
    ['docs/inbox.md', '//example.com/x', null],
  ])('resolves in %s to %s as %s', (file, href, url) => {
    expect(library.resolve(file, href)).toBe(url);
  });
});

describe('the search', () => {
  it('runs once for a repeated query, and remembers a bounded number of queries', () => {
    const asked: string[] = [];
    const find = withMemory((query) => {
      asked.push(query);
      return [{ title: query, heading: '', url: '/docs', excerpt: '' }];
    });
    for (const query of ['Webhook', 'webhook', 'retry', 'WEBHOOK']) find(query);
    expect(asked).toEqual(['webhook', 'retry']);
    for (let number = 0; number < 199; number += 1) find(`other ${number}`);
    expect(find('webhook')).toMatchObject([{ title: 'webhook' }]);
    asked.length = 0;
    find('retry');
    expect(asked).toEqual(['retry']);
  });

  let find: Awaited<ReturnType<typeof createSearch>>;
  beforeAll(async () => {
    find = await createSearch(library);
  });

  it.each(errorCodes)('finds the page of %s', (code) => {
    expect(find(code).map(({ url }) => url)).toContain(`/docs/errors/${code}`);
  });

  it('finds a section by its words, despite a typo and capitals', () => {
    for (const query of ['webhook signature', 'Webhok SIGNATURE']) {
      const [first] = find(query);
      expect([query, first?.url]).toEqual([query, expect.stringMatching(/^\/docs\/webhooks/) as unknown]);
      expect(first?.excerpt.length).toBeGreaterThan(20);
    }
  });

  it.each([
    ['rate limit', '/docs/requests#stay-within-the-rate-limits'],
    ['rate limits', '/docs/requests#stay-within-the-rate-limits'],
    ['publish now', '/docs/requests#publish-now'],
    ['backup', '/docs/production#backup-and-restore'],
    ['gemini', '/docs/mcp#the-tools'],
  ])('finds for "%s" first the section that says how', (query, url) => {
    expect(find(query)[0]?.url).toBe(url);
  });

  it('ranks user guides above decisions, internals and security', () => {
    for (const query of ['idempotency key', 'workflow history', 'rate limit', 'webhook']) {
      const kinds = find(query).map(({ url }) =>
        /^\/docs\/(decisions|internals|security)\b/.test(url) ? 'b' : 'a',
      );
      expect([query, kinds.join('')]).toEqual([query, expect.stringMatching(/^a+b*$/)]);
    }
    expect(find('decision 45').length).toBeGreaterThan(0);
  });

  it('matches some of the words if no section has all', () => {
    expect(find('webhook zzzzqqqq').length).toBeGreaterThan(0);
    expect(find('zzzzqqqq')).toEqual([]);
    expect(find('"\'<>&()*')).toEqual([]);
  });

  it('reads a bounded part of a query, and returns one page of results', () => {
    const found = find(`${'post '.repeat(1_000)} the a of`);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(30);
  });
});
