import { parseUrl } from '../../urls/parse-url.js';
import { findBareUrls } from './bare-urls.js';
import { rememberTexts } from './remember-texts.js';
import { trimEndOf } from './text.js';

export interface FoundLink {
  uri: string;
  /** UTF-16 offsets of the link in the text. */
  start: number;
  end: number;
}

const explicitUrl = /(?<=^|[\s(])https?:\/\/[^\s]+/giu;

/**
 * Finds the links in a text, in order: explicit ones, and bare names such as `example.com/a` with a known
 * top-level domain.
 */
export const findLinks: (text: string) => readonly FoundLink[] = rememberTexts(readLinks);

function readLinks(text: string): FoundLink[] {
  const explicit: FoundLink[] = [];
  for (const match of text.matchAll(explicitUrl)) {
    const words = withoutTrailingPunctuation(match[0]);
    if (parseUrl(words) === null) continue;
    explicit.push({ uri: words, start: match.index, end: match.index + words.length });
  }
  const isTaken = overlapWith(explicit);
  // The space at the start prevents the first character of `österreich.at` from being treated as the one before a link
  // to `sterreich.at`.
  const bare = findBareUrls(` ${text}`)
    .map(({ url, start, end }) => ({ url, start: start - 1, end: end - 1 }))
    .filter(({ url, start, end }) => !/^https?:/i.test(url) && !isTaken(start, end))
    .map(({ url, start, end }): FoundLink => ({ uri: `https://${url}`, start, end }));
  return [...explicit, ...bare].sort((a, b) => a.start - b.start);
}

interface Span {
  start: number;
  end: number;
}

/**
 * Returns a function that checks whether a range overlaps a span. Spans are sorted and do not overlap. Ranges
 * must be passed in order too, so that all calls together walk the spans once.
 */
export function overlapWith(spans: readonly Span[]): (start: number, end: number) => boolean {
  let next = 0;
  return (start, end) => {
    while ((spans[next]?.end ?? Infinity) <= start) next += 1;
    return (spans[next]?.start ?? Infinity) < end;
  };
}

/** Removes the period of a sentence, and a closing bracket that belongs to a bracket before the link. */
function withoutTrailingPunctuation(words: string): string {
  const trimmed = trimEndOf(words, /[.,;:!?'"»”’…]/);
  return trimmed.endsWith(')') && !trimmed.includes('(') ? trimmed.slice(0, -1) : trimmed;
}
