/** Words that a reader stumbles over, wherever people read. */
export const stilted = [
  /came of it/i,
  /\bis over\b/i,
  /\bmend(s|ed|ing)?\b/i,
  /\bfilms?\b/i,
  /\bstands? in\b/i,
  /e-mail/i,
  /letter by letter/i,
  /\banew\b/i,
  /\bis of use\b/i,
  /\bat the dashboard/i,
  /\bin its reach\b/i,
  /\bwhoever\b/i,
];

/** What a page says, without its code. */
export const proseOf = (markdown: string): string =>
  markdown.replaceAll(/^ *```[^]*?^ *```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** A source without its comments: the texts that it shows are left, among its code. */
export const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(^|\s)\/\/ .*$/gm, '');
