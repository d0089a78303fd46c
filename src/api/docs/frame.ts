import { html } from 'hono/html';
import type { DocPage, Html, NavSection, PageFrame } from '../errors/page-frame.js';
import { scriptUrl } from './browser/script.js';
import type { Library } from './library.js';
import { queryCharsMax } from './search.js';
import { apiReference, forBuilders } from './sections.js';
import { iconPath, styleUrl } from './style.js';

/** A page with fewer headings gets no table of contents. */
const listedHeadingsMin = 3;
/** With more headings than this, only the top level is listed. */
const listedHeadingsMax = 24;
/** A section with more links is collapsed, unless it contains the current page. */
const unfoldedLinksMax = 6;

export function createFrame(library: () => Promise<Library>): PageFrame {
  return async (page) => {
    const all: readonly NavSection[] = page.nav ?? (await library()).sections;
    const own = [page.path, page.parent?.url];
    const section = all.find(({ links }) => links.some(({ url }) => own.includes(url)));
    const sections = all.filter((one) => one === section || !forBuilders.includes(one.title));
    const contents = contentsOf(page);
    return html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${page.title} – Punctual docs</title>
          <link rel="icon" type="image/svg+xml" href="${iconPath}" />
          <link rel="stylesheet" href="${styleUrl}" />
          <script src="${scriptUrl}" defer></script>
        </head>
        <body>
          <a class="skip" href="#content">Skip to the content</a>
          ${header(page.query ?? '')}
          <div class="columns">
            ${sidebar(sections, { page, open: section })}
            <main id="content" tabindex="-1">
              ${breadcrumbs(page, section)}
              <div class="content ${page.aside === undefined ? (contents === '' ? '' : 'long') : 'wide'}">
                <article class="article">${page.body}</article>
                ${page.aside === undefined ? contents : html`<div class="aside">${page.aside}</div>`}
              </div>
            </main>
          </div>
        </body>
      </html>`;
  };
}

const header = (query: string): Html =>
  html`<header class="top">
    <a class="home" href="/docs">Punctual docs</a>
    <form role="search" action="/docs/search">
      <label class="unseen" for="search">Search the docs</label>
      <input
        id="search"
        name="q"
        type="search"
        value="${query}"
        maxlength="${queryCharsMax}"
        aria-keyshortcuts="Control+K Meta+K"
      />
      <button>Search</button>
      <div class="instant" data-instant hidden></div>
    </form>
    <nav aria-label="Punctual">
      <a class="to-pages" href="#pages">All pages</a>
      <a href="${apiReference.url}">${apiReference.title}</a>
      <a href="/">Dashboard</a>
    </nav>
  </header>`;

function sidebar(
  sections: readonly NavSection[],
  { page, open }: { page: DocPage; open: NavSection | undefined },
): Html {
  const marks = new Map([
    [page.parent?.url, html`aria-current="true"`],
    [page.path, html`aria-current="page"`],
  ]);
  const groups = sections.map((section) => {
    const isOpen = section === open || section.shown.length <= unfoldedLinksMax;
    const links = section.shown.map(
      ({ title, url }) => html`<li><a href="${url}" ${marks.get(url) ?? ''}>${title}</a></li>`,
    );
    return html`<details ${isOpen ? html`open` : ''}>
      <summary>${section.title}</summary>
      <ul>
        ${links}
      </ul>
    </details>`;
  });
  return html`<nav class="pages" id="pages" aria-label="Docs">${groups}</nav>`;
}

function breadcrumbs({ title, path, parent }: DocPage, section: NavSection | undefined): Html | '' {
  if (path === '/docs') return '';
  return html`<nav class="crumbs" aria-label="Breadcrumbs">
    <ol>
      <li><a href="/docs">Docs</a></li>
      ${section === undefined ? '' : html`<li>${section.title}</li>`}
      ${parent === undefined ? '' : html`<li><a href="${parent.url}">${parent.title}</a></li>`}
      <li><span aria-current="page">${title}</span></li>
    </ol>
  </nav>`;
}

function contentsOf({ headings = [] }: DocPage): Html | '' {
  const chapters = headings.filter(({ level }) => level === 2);
  const all = headings.filter(({ level }) => level === 2 || level === 3);
  const listed = all.length <= listedHeadingsMax ? all : chapters;
  if (listed.length < listedHeadingsMin) return '';
  const items = listed.map(
    ({ id, text, level }) =>
      html`<li class="${level === 3 ? 'deeper' : ''}"><a href="#${id}">${text}</a></li>`,
  );
  return html`<nav class="toc" aria-labelledby="toc-title">
    <h2 id="toc-title">On this page</h2>
    <ul>
      ${items}
    </ul>
  </nav>`;
}
