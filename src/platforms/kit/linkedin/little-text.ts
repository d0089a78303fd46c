import { normalizeText } from '../text.js';

/** Someone whom a text names as `@name`, and the page that this leads to. */
export interface LinkedInMention {
  name: string;
  urn: string;
}

/** Characters that mean something in LinkedIn's "little" text unless a backslash stands before them. */
const reserved = /[\\|{}@[\]()<>#*_~]/g;
const word = '[\\p{L}\\p{M}\\p{N}]';
/** A mark within a word, or within an address, begins no topic. */
const hashtag = `(?<=^|[\\s(\\["'“‘«])#(${word}+)`;

/** The text as the API wants it: mentions and topics as elements, and everything else as it stands. */
export function toLittle(text: string, mentions: readonly LinkedInMention[] = []): string {
  const pattern = new RegExp(`${namePattern(mentions)}|${hashtag}|${reserved.source}`, 'gu');
  return text.replaceAll(pattern, (found: string, name?: string, tag?: string) => {
    const mention = mentions.find((known) => known.name === name);
    if (mention !== undefined) return `@[${escape(mention.name)}](${mention.urn})`;
    if (tag === undefined) return `\\${found}`;
    // Digits alone are no topic: a "#1" is a number.
    return /\p{L}/u.test(tag) ? `{hashtag|\\#|${tag}}` : `\\#${tag}`;
  });
}

/** Whether the text names them where a mention can stand. */
export function isMentioned(text: string, mention: LinkedInMention): boolean {
  return new RegExp(namePattern([mention]), 'u').test(text);
}

/** Longer names first, so that "@Ann" is not found in "@Ann Lee". */
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

/** What a reader sees of a little text. */
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

/** Recognises our text in what LinkedIn gives back, which may be little text or what its readers see. */
export function createTextMatcher(little: string): (shown: string) => boolean {
  const ours = normalizeText(plainOf(little));
  return (shown) => normalizeText(plainOf(shown)) === ours || normalizeText(shown) === ours;
}
