import { normalizeText } from '../kit/text.js';

/** A mention in a text as `@name`, and the page to which it links. */
export interface LinkedInMention {
  name: string;
  urn: string;
}

/** Characters with a meaning in LinkedIn's "little" text, unless a backslash precedes them. */
const reserved = /[\\|{}@[\]()<>#*_~]/g;
const word = '[\\p{L}\\p{M}\\p{N}]';
/** A # within a word or a URL does not start a hashtag. */
const hashtag = `(?<=^|[\\s(\\["'“‘«])#(${word}+)`;

/** The text as the API expects it: mentions and hashtags as elements, everything else escaped. */
export function toLittle(text: string, mentions: readonly LinkedInMention[] = []): string {
  const pattern = new RegExp(`${namePattern(mentions)}|${hashtag}|${reserved.source}`, 'gu');
  return text.replaceAll(pattern, (found: string, name?: string, tag?: string) => {
    const mention = mentions.find((known) => known.name === name);
    if (mention !== undefined) return `@[${escape(mention.name)}](${mention.urn})`;
    if (tag === undefined) return `\\${found}`;
    // Digits alone are not a hashtag: "#1" is a number.
    return /\p{L}/u.test(tag) ? `{hashtag|\\#|${tag}}` : `\\#${tag}`;
  });
}

/** Whether the text contains the name at a place where a mention is possible. */
export function isMentioned(text: string, mention: LinkedInMention): boolean {
  return new RegExp(namePattern([mention]), 'u').test(text);
}

/** A pattern for mentions, with longer names first, so that "@Ann" is not found in "@Ann Lee". */
function namePattern(mentions: readonly LinkedInMention[]): string {
  const names = mentions.map(({ name }) => name).sort((a, b) => b.length - a.length);
  const choice = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  return `(?<!${word})@(${choice === '' ? '(?!)' : choice})(?!${word})`;
}

function escape(text: string): string {
  return text.replaceAll(reserved, '\\$&');
}

const elements =
  /\\(?<plain>.)|\{hashtag\|\\?#\|(?<tag>(?:\\.|[^\\}])*)\}|@\[(?<name>(?:\\.|[^\\\]])*)\]\([^)]*\)/gsu;

/** Converts a little text to the text that readers see. */
export function plainOf(little: string): string {
  return little.replaceAll(elements, (...match: unknown[]) => {
    const { plain, tag, name } = match.at(-1) as Record<'plain' | 'tag' | 'name', string | undefined>;
    if (plain !== undefined) return plain;
    return tag === undefined ? unescape(name ?? '') : `#${unescape(tag)}`;
  });
}

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/gsu, '$1');
}

/**
 * Returns a function that recognizes our text in the text that LinkedIn returns, either as little text or as
 * readers see it.
 */
export function createTextMatcher(little: string): (shown: string) => boolean {
  const ours = normalizeText(plainOf(little));
  return (shown) => normalizeText(plainOf(shown)) === ours || normalizeText(shown) === ours;
}
