import { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** The headers of documentation pages. They allow no scripts, and nothing from other servers. */
export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

export interface DocPage {
  title: string;
  /** The path of the page's URL. */
  path: string;
  body: Html;
  /** The page above this one, for the sidebar and the breadcrumbs. */
  parent?: { title: string; url: string };
  /** The headings for the table of contents. */
  headings?: readonly { id: string; text: string; level: number }[];
  /** The search query, shown in the search field. */
  query?: string;
}

/** Adds the header, sidebar and breadcrumbs of the documentation to a page. */
export type PageFrame = (page: DocPage) => Promise<Html>;

interface IndexTable {
  title: string;
  intro: Html;
  columns: readonly [string, string, string];
  /** The code links to its own page; the cells fill the other columns. */
  rows: readonly { code: string; url: string; cells: readonly [string | number, string] }[];
}

/** The body of a page that lists codes. */
export function indexTable({ title, intro, columns, rows }: IndexTable): Html {
  const [first, second, third] = columns;
  const tableRows = rows.map(
    ({ code, url, cells }) =>
      html`<tr>
        <td><a href="${url}">${code}</a></td>
        <td>${cells[0]}</td>
        <td>${cells[1]}</td>
      </tr>`,
  );
  return html`<h1>${title}</h1>
    ${intro}
    <div class="scroll" role="group" tabindex="0" aria-label="Table: ${title}">
      <table>
        <thead>
          <tr>
            <th>${first}</th>
            <th>${second}</th>
            <th>${third}</th>
          </tr>
        </thead>
        <tbody>
          ${tableRows}
        </tbody>
      </table>
    </div>`;
}
