import twitterText from 'twitter-text';
import { parseUrl } from '../../domain/parse-url.js';
import { findBareUrls } from '../kit/bare-urls.js';
import type { PublicationDraft, RuleViolation } from '../kit/platform.js';
import { rememberTexts } from '../kit/remember-texts.js';
import { composedParts, normalizeText } from '../kit/text.js';

export const xCashtagsMax = 1;

const linkWeight = 23;

/** X's own count: a link is 23, an emoji 2, most other scripts 2. */
export const weightedLength = rememberTexts(weigh);

/**
 * The sum of twitter-text's `parseTweet`, which is given no links and no full stops: its own search for links takes
 * time by the square of a text without blanks. A blank in the place of a link, or of a cut, weighs 1.
 */
function weigh(text: string): number {
  const parts = composedParts(text);
  const composed = parts.join(' ');
  let weight = 1 - parts.length;
  let rest = '';
  let at = 0;
  for (const { start, end } of findBareUrls(composed)) {
    rest += `${composed.slice(at, start)} `;
    weight += linkWeight - 1;
    at = end;
  }
  rest += composed.slice(at);
  return weight + twitterText.parseTweet(rest.replaceAll('.', ',')).weightedLength;
}

/** What the rules beside the length ask of a text. */
const factsOf = rememberTexts((text) => ({
  cashtags: twitterText.extractCashtags(text).length,
  hasLink: findBareUrls(text).length > 0,
  isInvalid: Boolean(twitterText.hasInvalidCharacters(text)),
}));

export function xTextViolations(draft: PublicationDraft): RuleViolation[] {
  const fields = [['text', draft.text] as const, ['firstComment', draft.firstComment ?? ''] as const];
  return fields.flatMap(([field, text]) => {
    const violations: RuleViolation[] = [];
    const { cashtags, hasLink, isInvalid } = factsOf(text);
    if (cashtags > xCashtagsMax) {
      const message = `An X post can have at most ${xCashtagsMax} cashtag, except from enterprise apps.`;
      violations.push({
        field,
        rule: 'cashtag_limit_exceeded',
        message,
        limit: xCashtagsMax,
        actual: cashtags,
        severity: 'warning',
      });
    }
    if (hasLink) {
      const message = 'X charges several times the normal price for a post with a link.';
      violations.push({ field, rule: 'link_costs_more', message, severity: 'warning' });
    }
    if (isInvalid) {
      violations.push({
        field,
        rule: 'invalid_characters',
        message: 'The text contains characters that X does not accept.',
      });
    }
    return violations;
  });
}

const shortened = 'https://t\\.co/\\w+';
/** A text of more than this is shown cut, unless the answer carries the whole of it as a note. */
const shownLengthMax = 280;

/** A link of our text, and what stands in its place in X's rendering. */
export interface ShownLink {
  ours: string;
  shown: string;
}

export interface Rendering {
  isReply: boolean;
  /** Media add a link at the end, of which nothing was in our text. */
  mayEndInMedia: boolean;
}

/**
 * Recognizes our text in X's rendering of it: every link became a t.co one, some characters became entities,
 * media may add a link at the end, and a reply may begin with the handles it answers. It gives the links in their
 * order, since what they lead to is for others to compare; null where the text is another one.
 */
export function createTextMatcher(text: string): (shown: string, rendering: Rendering) => ShownLink[] | null {
  const ours = normalizeText(text);
  const links: string[] = [];
  let pattern = '';
  let at = 0;
  for (const { start, end } of findBareUrls(ours)) {
    const url = ours.slice(start, end);
    pattern += `${escapeRegExp(ours.slice(at, start))}(${shortened}|${escapeRegExp(url)})`;
    links.push(url);
    at = end;
  }
  pattern += escapeRegExp(ours.slice(at));
  // The link of the media stands behind the text, or alone.
  const media = ours === '' ? `(?:${shortened})?` : `(?: ${shortened})?`;
  return (shown, { isReply, mayEndInMedia }) => {
    const expression = `^${isReply ? '(?:@\\w{1,15} )*' : ''}${pattern}${mayEndInMedia ? media : ''}$`;
    const match = new RegExp(expression, 'u').exec(normalizeText(decodeEntities(shown)));
    return match && links.map((link, index) => ({ ours: link, shown: match[index + 1] ?? '' }));
  };
}

/** Whether X shows the beginning of our text, cut. What follows, nobody can tell. */
export function isCutFrom(text: string, shown: string): boolean {
  if (weightedLength(text) <= shownLengthMax) return false;
  const beginning = normalizeText(decodeEntities(shown)).replace(new RegExp(` ?${shortened}$`, 'u'), '');
  const words = withoutLinks(beginning.replace(/…$/u, ''));
  return words !== '' && withoutLinks(normalizeText(text)).startsWith(words);
}

function withoutLinks(text: string): string {
  let words = '';
  let at = 0;
  for (const indices of findBareUrls(text).map(({ start, end }) => [start, end] as const)) {
    words += `${text.slice(at, indices[0])}\u0000`;
    at = indices[1];
  }
  return (words + text.slice(at)).trimEnd();
}

/**
 * Whether two links lead to the same place, written as they may be. A name without a scheme leads wherever X lets it
 * lead.
 */
export function isSameUrl(ours: string, expanded: string): boolean {
  const hasScheme = /^https?:\/\//i.test(ours);
  const [a, b] = [canonicalUrl(hasScheme ? ours : `http://${ours}`), canonicalUrl(expanded)];
  if (a === null || b === null) return false;
  return hasScheme ? a === b : a.replace(/^https?/, '') === b.replace(/^https?/, '');
}

function canonicalUrl(url: string): string | null {
  return parseUrl(url)?.href.replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase()) ?? null;
}

/** The ampersand last, so that a text that shows an entity is not decoded twice. */
export function decodeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
