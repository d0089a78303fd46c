import twitterText from 'twitter-text';
import { parseUrl } from '../../urls/parse-url.js';
import { findBareUrls } from '../kit/bare-urls.js';
import type { PublicationDraft, RuleViolation } from '../kit/platform.js';
import { rememberTexts } from '../kit/remember-texts.js';
import { composedParts, normalizeText } from '../kit/text.js';
import { summonsRule } from './api.js';

export const xCashtagsMax = 1;

const linkWeight = 23;

/** The length by X's own count: a link is 23, an emoji 2, a character of most non-Latin scripts 2. */
export const weightedLength = rememberTexts(weigh);

/**
 * Weighs a text: sums the results of twitter-text's `parseTweet` for parts without links and periods, because
 * its own search for links takes quadratic time for a text without spaces. A space in place of a link, or of
 * a cut, has the weight 1.
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

/** The properties of a text that rules check besides its length. */
const factsOf = rememberTexts((text) => ({
  cashtags: twitterText.extractCashtags(text).length,
  hasLink: findBareUrls(text).length > 0,
  isInvalid: Boolean(twitterText.hasInvalidCharacters(text)),
}));

/** Whether a text has a link in X's view, such as a bare domain. */
export const hasLink = (text: string): boolean => factsOf(text).hasLink;

export function xTextViolations(draft: PublicationDraft): RuleViolation[] {
  const fields = [['text', draft.text] as const, ['firstComment', draft.firstComment ?? ''] as const];
  const ofTexts = fields.flatMap(([field, text]) => {
    const violations: RuleViolation[] = [];
    const { cashtags, isInvalid } = factsOf(text);
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
    if (isInvalid) {
      violations.push({
        field,
        rule: 'invalid_characters',
        message: 'The text contains characters that X does not accept.',
      });
    }
    return violations;
  });
  return [...ofTexts, ...replyWarnings(draft)];
}

/** Warns about texts that are published as a reply. */
function replyWarnings({ firstComment, isPart = false }: PublicationDraft): RuleViolation[] {
  const severity = 'warning';
  if (isPart) {
    const message = `X may reject this part, which is a reply: ${summonsRule}`;
    return [{ field: 'text', rule: 'part_may_be_rejected', message, severity }];
  }
  if ((firstComment ?? '').trim() === '') return [];
  const message = `X may reject the first comment: ${summonsRule}`;
  return [{ field: 'firstComment', rule: 'first_comment_may_be_rejected', message, severity }];
}

const shortened = 'https://t\\.co/\\w+';
/** X returns a longer text truncated, unless the response has the whole text as a note. */
const shownLengthMax = 280;

/** A link in our text, and the link that X's rendering has in its place. */
export interface ShownLink {
  ours: string;
  shown: string;
}

export interface Rendering {
  isReply: boolean;
  /** Whether the text may end with a link that is not in our text: X adds one for media, and for a quoted post. */
  mayEndInLink: boolean;
}

/**
 * Returns a function that recognizes our text in X's rendering: every link became a t.co link, some characters became
 * entities, media or a quote may add a link at the end, and a reply may start with the handles of those it replies to.
 * It returns the links in order, because callers compare their targets; null if the text is not ours.
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
  // The added link is at the end of the text, or it is the whole text.
  const added = ours === '' ? `(?:${shortened})?` : `(?: ${shortened})?`;
  return (shown, { isReply, mayEndInLink }) => {
    const expression = `^${isReply ? '(?:@\\w{1,15} )*' : ''}${pattern}${mayEndInLink ? added : ''}$`;
    const match = new RegExp(expression, 'u').exec(normalizeText(decodeEntities(shown)));
    return match && links.map((link, index) => ({ ours: link, shown: match[index + 1] ?? '' }));
  };
}

/** Whether X returned the truncated start of our text. The rest is unknown. */
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
 * Whether two links have the same target, even if they are written differently. For a link without a scheme, X decides
 * the target.
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

/**
 * Decodes the entities that X uses. The ampersand comes last, so that a text with a literal entity is not
 * decoded twice.
 */
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
