import { findLinks } from '../../lib/find-links.js';

export interface TextPart {
  kind: 'text' | 'link' | 'tag';
  text: string;
}

const tag = /(?<![\w&/])[@#][\p{L}\p{N}_][\p{L}\p{N}_.]*/gu;

/** Splits a text into plain parts, links, mentions and hashtags, which are shown in different colors. */
export function textParts(text: string): TextPart[] {
  const links = findLinks(text);
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end, url } of links) {
    parts.push(...tagParts(text.slice(at, start)), { kind: 'link', text: url });
    at = end;
  }
  return [...parts, ...tagParts(text.slice(at))];
}

function tagParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(tag)) {
    if (index > at) parts.push({ kind: 'text', text: text.slice(at, index) });
    parts.push({ kind: 'tag', text: found });
    at = index + found.length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

/** Splits a text into parts that are shown, and those that some passages hide at first. Parts that overlap are one. */
export function hiddenParts(
  text: string,
  passages: readonly string[],
): readonly { text: string; isHidden: boolean }[] {
  const hidden = Array.from({ length: text.length }, () => false);
  for (const passage of passages) {
    for (let at = passage === '' ? -1 : text.indexOf(passage); at !== -1;) {
      hidden.fill(true, at, at + passage.length);
      at = text.indexOf(passage, at + passage.length);
    }
  }
  const parts: { text: string; isHidden: boolean }[] = [];
  let from = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && hidden[at] === hidden[from]) continue;
    parts.push({ text: text.slice(from, at), isHidden: hidden[from] === true });
    from = at;
  }
  return parts;
}

/** Returns the beginning of a long text for a preview, cut between words. */
export function beginningOf(text: string, { chars, lines }: { chars: number; lines: number }): string {
  const first = text.split('\n').slice(0, lines).join('\n');
  if (first.length <= chars) return first;
  const cut = first.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '');
  return cut.replace(/\s+\S*$/, '') || cut;
}
