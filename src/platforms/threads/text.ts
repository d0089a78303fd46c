import { findLinks } from '../kit/links.js';
import type { PublicationDraft, RuleViolation } from '../kit/platform.js';
import { graphemesOf, utf8Bytes } from '../kit/text.js';
import { threadsOptionsSchema } from './options.js';

export const threadsLinksMax = 5;

const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;

/**
 * The length as Threads counts it. An emoji counts as its UTF-8 bytes, including all of a sequence.
 * Everything else counts by code point.
 */
export function threadsLength(text: string): number {
  return graphemesOf(text).reduce(
    (sum, part) => sum + (emoji.test(part) ? utf8Bytes(part) : [...part].length),
    0,
  );
}

/** The violations of the limit on links. Counts distinct links, including the attached one. */
export function threadsLinkViolations(draft: PublicationDraft): RuleViolation[] {
  const attachment = threadsOptionsSchema.safeParse(draft.options ?? {}).data?.linkAttachment;
  const texts = [
    { field: 'text' as const, text: draft.text, extra: attachment === undefined ? [] : [attachment] },
    { field: 'firstComment' as const, text: draft.firstComment ?? '', extra: [] },
  ];
  return texts.flatMap(({ field, text, extra }) => {
    const actual = new Set([...findLinks(text).map(({ uri }) => uri), ...extra]).size;
    const message = `A Threads post can have at most ${threadsLinksMax} different links.`;
    return actual > threadsLinksMax
      ? [{ field, rule: 'link_limit_exceeded', message, limit: threadsLinksMax, actual }]
      : [];
  });
}
