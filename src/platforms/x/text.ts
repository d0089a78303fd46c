import twitterText from 'twitter-text';
import { findBareUrls } from '../bare-urls.js';
import type { PublicationDraft, RuleViolation } from '../platform.js';
import { rememberTexts } from '../remember-texts.js';
import { composedParts, normalizeText } from '../text.js';

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

export function xTextViolations(draft: PublicationDraft): RuleViolation[] {
  const fields = [['text', draft.text] as const, ['firstComment', draft.firstComment ?? ''] as const];
  return fields.flatMap(([field, text]) => {
    const violations: RuleViolation[] = [];
    const cashtags = twitterText.extractCashtags(text).length;
    if (cashtags > xCashtagsMax) {
      const message = `X takes ${xCashtagsMax} cashtag a post.`;
      violations.push({
        field,
        rule: 'cashtag_limit_exceeded',
        message,
        limit: xCashtagsMax,
        actual: cashtags,
      });
    }
    if (twitterText.hasInvalidCharacters(text)) {
      violations.push({
        field,
        rule: 'invalid_characters',
        message: 'The text has characters that X refuses.',
      });
    }
    return violations;
  });
}

const shortened = 'https://t\\.co/\\w+';

/**
 * Recognises our text in X's rendering of it: every link became a t.co one, some characters became entities,
 * media may add a link at the end, and a reply may begin with the handles it answers.
 */
export function createTextMatcher(text: string): (seen: string) => boolean {
  const ours = normalizeText(text);
  let pattern = '';
  let at = 0;
  for (const { start, end } of findBareUrls(ours)) {
    pattern += `${escapeRegExp(ours.slice(at, start))}${shortened}`;
    at = end;
  }
  pattern += escapeRegExp(ours.slice(at));
  // The link of the media stands behind the text, or alone.
  const media = ours === '' ? `(?:${shortened})?` : `(?: ${shortened})?`;
  const expression = new RegExp(`^(?:@\\w{1,15} )*${pattern}${media}$`, 'u');
  return (seen) => expression.test(normalizeText(decodeEntities(seen)));
}

/** The ampersand last, so that a text that shows an entity is not decoded twice. */
function decodeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
