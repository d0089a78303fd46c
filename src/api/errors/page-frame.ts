import type { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** No scripts, and nothing from other servers. */
export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

export interface DocPage {
  title: string;
  /** The path of its URL. */
  path: string;
  body: Html;
  /** The page above this one, for the sidebar and the breadcrumbs. */
  parent?: { title: string; url: string };
  /** For the table of contents. */
  headings?: readonly { id: string; text: string; level: number }[];
  /** The search query, shown in the search field. */
  query?: string;
}

/** Adds the header, sidebar and breadcrumbs of the documentation to a page. */
export type PageFrame = (page: DocPage) => Promise<Html>;
