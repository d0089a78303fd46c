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

/** Returns the beginning of a long text for a preview, cut between words. */
export function beginningOf(text: string, { chars, lines }: { chars: number; lines: number }): string {
  const first = text.split('\n').slice(0, lines).join('\n');
  if (first.length <= chars) return first;
  const cut = first.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '');
  return cut.replace(/\s+\S*$/, '') || cut;
}
