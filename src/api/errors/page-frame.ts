import type { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** The headers of documentation pages. They allow their own script and style, and nothing from other servers. */
export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

interface NavLinks {
  title: string;
  url: string;
}

export interface NavSection {
  title: string;
  links: readonly NavLinks[];
  /** The links that the menu shows. */
  shown: readonly NavLinks[];
}

export interface DocPage {
  title: string;
  /** The path of the page's URL. */
  path: string;
  body: Html;
  /** The page above this one, shown in the sidebar and the breadcrumbs. */
  parent?: { title: string; url: string };
  /** The headings for the table of contents. */
  headings?: readonly { id: string; text: string; level: number }[];
  /** The content of the column to the right of the text, such as samples. */
  aside?: Html;
  /** A menu that replaces the menu of the guides. */
  nav?: readonly NavSection[];
  /** The search query, shown in the search field. */
  query?: string;
}

/** Adds the header, sidebar and breadcrumbs of the documentation to a page. */
export type PageFrame = (page: DocPage) => Promise<Html>;

/** A list of codes, which has a page for the list and one for each code. All texts are Markdown. */
export interface CodeList<Code extends string> {
  title: string;
  url: string;
  /** The file in the repository with the same content as the page. The links are relative to this file. */
  file: string;
  codes: readonly Code[];
  intro: string;
  /** The columns of the list besides the code. */
  columns: readonly string[];
  cellsOf: (code: Code) => readonly (string | number)[];
  paragraphsOf: (code: Code) => readonly string[];
}
