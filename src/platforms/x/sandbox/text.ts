import { createHash } from 'node:crypto';
import twitterText from 'twitter-text';

/** A text as X returns it: with short links, and three characters as entities. */
export function rendered(text: string): string {
  let shortened = '';
  let at = 0;
  for (const { url, indices } of twitterText.extractUrlsWithIndices(text)) {
    shortened += `${text.slice(at, indices[0])}${shortLink(url)}`;
    at = indices[1];
  }
  shortened += text.slice(at);
  return shortened.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The targets of the short links in a rendered text. Positions are in code points. */
export function urlEntities(text: string): object[] {
  const shown = rendered(text);
  let from = 0;
  return twitterText.extractUrlsWithIndices(text).map(({ url: words }) => {
    const url = shortLink(words);
    const at = shown.indexOf(url, from);
    from = at + url.length;
    const start = [...shown.slice(0, at)].length;
    const expanded = /^https?:/i.test(words) ? words : `http://${words}`;
    const display = expanded.replace(/^https?:\/\/(www\.)?/i, '');
    return {
      start,
      end: start + url.length,
      url,
      expanded_url: expanded,
      display_url: display.length > 26 ? `${display.slice(0, 26)}…` : display,
    };
  });
}

export function shortLink(url: string): string {
  return `https://t.co/${createHash('sha256').update(url).digest('hex').slice(0, 10)}`;
}

export function weightedLength(text: string): number {
  return twitterText.parseTweet(text).weightedLength;
}
