import type { OpenAPIHono } from '@hono/zod-openapi';
import { html, raw } from 'hono/html';
import { notFound } from '../../domain/errors.js';
import { pageHeaders, type CodeList, type Html, type PageFrame } from '../errors/page-frame.js';
import type { ApiEnv } from '../types.js';
import type { Library } from './library.js';
import { renderGuide } from './markdown.js';

/** The library, whose links are the links of the pages, and the frame around them. */
export interface DocsSite {
  library: () => Promise<Library>;
  frame: PageFrame;
}

/** Registers the pages of a list of codes. */
export function registerCodePages<Code extends string>(
  app: OpenAPIHono<ApiEnv>,
  { library, frame }: DocsSite,
  { title, url, file, codes, intro, columns, cellsOf, paragraphsOf }: CodeList<Code>,
): void {
  const render = async (heading: string, paragraphs: readonly string[]): Promise<Html> => {
    const { resolve } = await library();
    const targets = { resolve: (href: string) => resolve(file, href), titleOf: () => undefined };
    // Safe: renderGuide escapes all HTML.
    return html`${raw(renderGuide([`# ${heading}`, ...paragraphs].join('\n\n'), targets).html)}`;
  };
  const linkTo = (code: string): string => `[${code}](${url}/${code})`;
  const table = [
    ['Code', ...columns],
    ['Code', ...columns].map(() => '---'),
    ...codes.map((code) => [linkTo(code), ...cellsOf(code)]),
  ].map((cells) => `| ${cells.join(' | ')} |`);
  app.get(url, async (c) => {
    const body = await render(title, [intro, table.join('\n')]);
    return c.html(await frame({ title, path: url, body }), 200, pageHeaders);
  });
  app.get(`${url}/:code`, async (c) => {
    const code = codes.find((known) => known === c.req.param('code'));
    if (code === undefined) throw notFound();
    const body = await render(code, [...paragraphsOf(code), `[All ${title.toLowerCase()}](${url})`]);
    const page = { title: code, path: `${url}/${code}`, body, parent: { title, url } };
    return c.html(await frame(page), 200, pageHeaders);
  });
}
