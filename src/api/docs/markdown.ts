import { highlighted } from './highlight.js';
import MarkdownIt, { type Token } from 'markdown-it';

export interface Heading {
  id: string;
  text: string;
  level: number;
}

/** A heading with the text up to the next one. The first entry is the top of the page. */
export interface GuideText {
  /** The anchor of the heading; empty for the top of the page. */
  id: string;
  heading: string;
  text: string;
}

export interface Guide {
  title: string;
  /** The first sentence. */
  summary: string;
  html: string;
  headings: Heading[];
  /** Ids of `<a id="…"></a>` in the text. */
  anchors: string[];
  texts: GuideText[];
}

/** The targets of a file's links. */
export interface LinkTargets {
  /** The URL of a link on this site. Null if its target is not served; the link is then shown as text. */
  resolve: (href: string) => string | null;
  /** The title of the linked page. It replaces link texts that are file names. */
  titleOf: (href: string) => string | undefined;
}

// HTML in a file is shown as text, so a guide cannot contain scripts.
const markdown = new MarkdownIt({ html: false, linkify: false });
const { escapeHtml } = markdown.utils;
const { rules } = markdown.renderer;

// Wide tables and long code lines scroll sideways, so they must be focusable for keyboard users.
rules['table_open'] = (tokens, index) => {
  const heading = tokens[index]?.meta?.['heading'];
  const label = typeof heading === 'string' ? escapeHtml(heading) : '';
  return `<div class="scroll" role="group" tabindex="0" aria-label="Table: ${label}"><table>\n`;
};
rules['table_close'] = () => '</table></div>\n';
rules['fence'] = rules['code_block'] = (tokens, index) =>
  `<pre tabindex="0"><code>${highlighted(tokens[index]?.content ?? '', tokens[index]?.info.trim() ?? '')}</code></pre>\n`;

// The only tag that files may use: GitHub has no other way to link to a place that is not a heading.
markdown.inline.ruler.before('html_inline', 'anchor', (state) => {
  const [whole, id] = /^<a id="([\w-]+)"><\/a>/.exec(state.src.slice(state.pos)) ?? [];
  if (whole === undefined) return false;
  state.push('anchor', 'span', 0).content = id ?? '';
  state.pos += whole.length;
  return true;
});
rules['anchor'] = (tokens, index) => `<span id="${tokens[index]?.content ?? ''}"></span>`;

/** Renders a Markdown file and collects what the table of contents and the search need. */
export function renderGuide(source: string, targets: LinkTargets): Guide {
  const tokens = markdown.parse(source, {});
  const nextId = headingIds();
  const headings: Heading[] = [];
  const texts: GuideText[] = [{ id: '', heading: '', text: '' }];
  let summary = '';
  tokens.forEach((token, index) => {
    const current = texts.at(-1);
    const before = tokens[index - 1];
    if (token.type === 'heading_open') {
      const text = plainText(tokens[index + 1]?.children ?? []);
      const heading = { id: nextId(text), text, level: Number(token.tag.slice(1)) };
      token.attrSet('id', heading.id);
      if (heading.level === 1 && headings.length === 0)
        texts.splice(0, 1, { id: '', heading: text, text: '' });
      else texts.push({ id: heading.id, heading: text, text: '' });
      headings.push(heading);
    } else if (token.type === 'inline' && before?.type !== 'heading_open') {
      const text = plainText(token.children ?? []);
      if (summary === '' && before?.type === 'paragraph_open') summary = firstSentence(text);
      if (current !== undefined) current.text += `${text} `;
    } else if (token.type === 'fence' || token.type === 'code_block') {
      if (current !== undefined) current.text += `${token.content} `;
    } else if (token.type === 'table_open') {
      token.meta = { heading: current?.heading ?? '' };
    }
    redirectLinks(token.children ?? [], targets);
  });
  const anchors = tokens
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === 'anchor')
    .map(({ content }) => content);
  const html = markdown.renderer.render(tokens, markdown.options, {});
  return { title: headings[0]?.text ?? '', summary, html, headings, anchors, texts };
}

/** Returns a function that makes the same ids for headings as GitHub, so that links work in both places. */
function headingIds(): (text: string) => string {
  const timesUsed = new Map<string, number>();
  return (text) => {
    const id = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const times = timesUsed.get(id) ?? 0;
    timesUsed.set(id, times + 1);
    return times === 0 ? id : `${id}-${times}`;
  };
}

function redirectLinks(children: Token[], { resolve, titleOf }: LinkTargets): void {
  let isLeftOut = false;
  for (const [index, token] of children.entries()) {
    if (token.type === 'link_open') {
      const source = String(token.attrGet('href'));
      const href = resolve(source);
      isLeftOut = href === null;
      if (href === null) becomeText(token, '');
      else token.attrSet('href', href);
      const words = children[index + 1];
      if (words?.type === 'text' && fileName.test(words.content))
        words.content = titleOf(source) ?? words.content;
    } else if (token.type === 'link_close' && isLeftOut) {
      becomeText(token, '');
    } else if (token.type === 'image') {
      const src = resolve(String(token.attrGet('src')));
      if (src === null) becomeText(token, plainText(token.children ?? []));
      else token.attrSet('src', src);
    }
  }
}

function becomeText(token: Token, content: string): void {
  token.type = 'text';
  token.content = content;
}

function plainText(children: readonly Token[]): string {
  return children
    .map(({ type, content, children: inner }) => {
      if (type === 'text' || type === 'code_inline') return content;
      if (type === 'image') return plainText(inner ?? []);
      return type === 'softbreak' || type === 'hardbreak' ? ' ' : '';
    })
    .join('');
}

const fileName = /^[\w./-]+\.md$/;

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/su.exec(text)?.[0] ?? text;
