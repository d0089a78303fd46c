import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { pageHeaders, type Html, type PageFrame } from '../errors/page-frame.js';
import type { ApiEnv } from '../types.js';
import type { DocsSite } from './code-pages.js';
import { imageTypeOf, type GuidePage, type Library } from './library.js';
import { instantSearchPath } from './browser/search.js';
import { script, scriptPath } from './browser/script.js';
import type { Reference } from './reference/description.js';
import { createSearch, queryCharsMax, withMemory, type Found } from './search.js';
import { apiReference, commonQuestions, doors, forBuilders } from './sections.js';
import { icon, iconPath, stylePath, styleSheet } from './style.js';

export interface Guides extends DocsSite {
  reference: () => Reference;
  /** Counts a search by a client's network. If there were too many, returns true and sets the rate limit headers. */
  isTooMany: (c: Context<ApiEnv>) => boolean;
}

const textTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
} as const;
const cached = 'public, max-age=3600';

/**
 * Registers the first page, the search and the assets. `registerGuidePages` adds the guides themselves. Returns a
 * function that prepares the search.
 */
export function registerGuides(app: OpenAPIHono<ApiEnv>, guides: Guides): () => Promise<void> {
  const { library, frame } = guides;
  for (const path of ['/docs', '/docs/']) {
    app.get(path, async (c) => {
      const body = home(await library());
      return c.html(await frame({ title: 'Overview', path: '/docs', body }), 200, pageHeaders);
    });
  }
  app.get('/llms.txt', async (c) =>
    c.body(forModels(await library()), 200, { 'Content-Type': textTypes.txt }),
  );
  const prepareSearch = registerSearch(app, guides);
  const files = [
    [stylePath, styleSheet, textTypes.css],
    [iconPath, icon, textTypes.svg],
    [scriptPath, script, textTypes.js],
  ] as const;
  for (const [path, text, type] of files) {
    app.get(path, (c) => c.body(text, 200, { 'Content-Type': type, 'Cache-Control': cached }));
  }
  app.get('/docs/images/:name', async (c) => {
    const name = c.req.param('name');
    const image = (await library()).images.get(name);
    if (image === undefined) return notThere(c, frame);
    const type = imageTypeOf(name) ?? 'application/octet-stream';
    return c.body(image, 200, { 'Content-Type': type, 'Cache-Control': cached });
  });
  return prepareSearch;
}

function registerSearch(
  app: OpenAPIHono<ApiEnv>,
  { library, frame, reference, isTooMany }: Guides,
): () => Promise<void> {
  let index: { of: Library; find: Promise<(query: string) => Found[]> } | undefined;
  const queryOf = (c: Context<ApiEnv>): string => (c.req.query('q') ?? '').trim().slice(0, queryCharsMax);
  const find = async (query: string): Promise<Found[]> => {
    const of = await library();
    // The index is built once for each library. Later descriptions differ only in the times of examples, which are not
    // searched.
    if (index?.of !== of) index = { of, find: createSearch(of, reference()).then(withMemory) };
    return query === '' ? [] : (await index.find)(query);
  };
  app.get(instantSearchPath, async (c) => {
    const query = queryOf(c);
    if (query !== '' && isTooMany(c)) return c.json({ results: [] }, 429);
    return c.json({ results: await find(query) });
  });
  app.get('/docs/search', async (c) => {
    const query = queryOf(c);
    if (query !== '' && isTooMany(c)) return tooMany(c, frame);
    const body = results(query, await find(query));
    const page = await frame({ title: 'Search', path: '/docs/search', body, query });
    return c.html(page, 200, { ...pageHeaders, 'X-Robots-Tag': 'noindex' });
  });
  return async () => {
    await find('');
    await index?.find;
  };
}

/** Serves each guide at the path of its file. Registered last, because the path matches everything below /docs. */
export function registerGuidePages(app: OpenAPIHono<ApiEnv>, { library, frame }: DocsSite): void {
  app.get('/docs/:page{.+}', async (c) => {
    const { pages } = await library();
    const asked = c.req.param('page');
    const guide = pages.get(asked);
    if (guide !== undefined) return c.html(await frame(pageOf(guide)), 200, pageHeaders);
    const meant = pages.get(asked.replace(/(\/README)?\.md$|\/$/, ''));
    return meant === undefined ? notThere(c, frame) : c.redirect(meant.url, 308);
  });
}

function pageOf({ title, url, html: text, headings }: GuidePage) {
  // Safe: renderGuide escapes all HTML of the file.
  return { title, path: url, body: html`${raw(text)}`, headings };
}

async function notThere(c: Context<ApiEnv>, frame: PageFrame): Promise<Response> {
  const body = html`<h1>Page not found</h1>
    <p>This page does not exist. Search above, or start at <a href="/docs">the first page</a>.</p>`;
  return c.html(await frame({ title: 'Page not found', path: '', body }), 404, pageHeaders);
}

async function tooMany(c: Context<ApiEnv>, frame: PageFrame): Promise<Response> {
  const body = html`<h1>Too many searches</h1>
    <p>Your network has searched very often. Wait a minute, then search again.</p>`;
  const page = await frame({ title: 'Too many searches', path: '', body });
  return c.html(page, 429, pageHeaders);
}

/** The list of pages for language models, in the form of https://llmstxt.org. */
function forModels({ sections }: Library): string {
  const groups = sections.map(({ title, links }) => {
    const lines = links.map((link) => `- [${link.title}](${link.url})${link.summary && `: ${link.summary}`}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return [
    '# Punctual\n',
    '> Schedules and publishes social posts. Agents use the tools at /mcp, programs the API that /openapi.json describes.\n',
    ...groups,
  ].join('\n');
}

function home({ byFile, sections }: Library): Html {
  const questions = commonQuestions.flatMap(([question, file]) => {
    const url = byFile.get(file)?.url;
    return url === undefined ? [] : [html`<li><a href="${url}">${question}</a></li>`];
  });
  const groups = sections
    .filter(({ title }) => !forBuilders.includes(title))
    .map(
      ({ title, shown }) =>
        html`<section>
          <h2>${title}</h2>
          <ul>
            ${shown.map(
              (link) => html`<li><a href="${link.url}">${link.title}</a> <small>${link.summary}</small></li>`,
            )}
          </ul>
        </section>`,
    );
  const builders = sections
    .filter(({ title }) => forBuilders.includes(title))
    .flatMap(({ title, links }) => links.slice(0, 1).map(({ url }) => html`<a href="${url}">${title}</a> `));
  const entrances = doors.map(({ title, words, file }) => {
    const url = byFile.get(file)?.url ?? apiReference.url;
    return html`<li>
      <a href="${url}"><strong>${title}</strong> ${words}</a>
    </li>`;
  });
  return html`<h1>Punctual docs</h1>
    <ul class="doors">
      ${entrances}
    </ul>
    <p>
      <a href="${apiReference.url}">${apiReference.title}</a>: every operation, with its fields and samples.
      The same as a file: <a href="/openapi.json">openapi.json</a>.
    </p>
    <h2>Common questions</h2>
    <ul>
      ${questions}
    </ul>
    <div class="tiles">${groups}</div>
    ${builders.length === 0 ? '' : html`<p><small>To change Punctual itself: ${builders}</small></p>`}`;
}

function results(query: string, found: readonly Found[]): Html {
  const items = found.map(
    ({ title, heading, url, excerpt }) =>
      html`<li>
        <a href="${url}">${heading === '' ? title : `${title}: ${heading}`}</a>
        <p>${excerpt}</p>
      </li>`,
  );
  const count = found.length === 1 ? '1 result' : `${found.length} results`;
  return html`<h1>Search</h1>
    <p role="status">
      ${query === '' ? 'Type what you are looking for, such as an error code or a field.' : `${count} for “${query}”`}
    </p>
    <ol class="found">
      ${items}
    </ol>`;
}
