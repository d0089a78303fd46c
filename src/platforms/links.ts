import twitterText from 'twitter-text';

export interface FoundLink {
  uri: string;
  /** UTF-16 offsets of the words that stand for it. */
  start: number;
  end: number;
}

const explicitUrl = /(?<=^|[\s(])https?:\/\/[^\s]+/giu;

/** Links in a text, in order: explicit ones, and bare names such as `example.com/a` whose ending is a known domain. */
export function findLinks(text: string): FoundLink[] {
  const links: FoundLink[] = [];
  for (const match of text.matchAll(explicitUrl)) {
    const words = withoutTrailingPunctuation(match[0]);
    if (!URL.canParse(words)) continue;
    links.push({ uri: words, start: match.index, end: match.index + words.length });
  }
  for (const { url, indices } of twitterText.extractUrlsWithIndices(text)) {
    const [start, end] = indices;
    if (/^https?:/i.test(url) || links.some((link) => start < link.end && end > link.start)) continue;
    links.push({ uri: `https://${url}`, start, end });
  }
  return links.sort((a, b) => a.start - b.start);
}

/** A sentence's full stop is not part of the link, nor is a bracket that was opened before it. */
function withoutTrailingPunctuation(words: string): string {
  const trimmed = words.replace(/[.,;:!?'"»”’…]+$/u, '');
  return trimmed.endsWith(')') && !trimmed.includes('(') ? trimmed.slice(0, -1) : trimmed;
}
