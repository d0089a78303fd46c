import { amountOf, type Charge, type Price, type PriceList } from '../../domain/costs.js';
import type { PublicationDraft, RuleViolation } from '../kit/platform.js';
import { describedAs } from './media-state.js';
import { hasLink } from './text.js';

const post: Price = {
  name: 'POST',
  thousandths: 15,
  description: 'A post, or a first comment, without a link.',
};
const postWithLink: Price = {
  name: 'POST_WITH_LINK',
  thousandths: 200,
  description: 'A post, or a first comment, with a link.',
};
const altText: Price = {
  name: 'ALT_TEXT',
  thousandths: 5,
  description: 'The alt text of an image or a GIF.',
};

/**
 * X's pay-per-use prices for publishing. They have applied since 2026-04-20 (X's changelog). The source calls them
 * "Post: Create", "Post: Create (with URL)" and "Media Metadata", and has no price for the bytes of media.
 */
export const xPriceList: PriceList = {
  currency: 'USD',
  prices: [post, postWithLink, altText],
  asOf: '2026-08-22',
  source: 'https://docs.x.com/x-api/getting-started/pricing',
};

/** X's price for a removal: "Content: Manage", to which its table of prices assigns `delete-post`. */
export const xRemovalPrice = {
  currency: xPriceList.currency,
  asOf: xPriceList.asOf,
  source: xPriceList.source,
  thousandths: 5,
};

/**
 * The prices of reads, "User: Read" and "Posts: Read" of the same page, in thousandths. Reading the same resource again
 * is usually free until midnight in UTC.
 */
export const xReadPrices = { account: 10, publication: 5 } as const;

/** The charges of X for a draft. A first comment is a reply, which is a post with a price of its own. */
export function xCharges({ text, firstComment, media }: PublicationDraft): Charge[] {
  const priceOf = (written: string): Price => (hasLink(written) ? postWithLink : post);
  const comment = (firstComment ?? '').trim();
  const described = media.filter((item) => item.facts.kind !== 'VIDEO' && describedAs(item) !== null).length;
  return [
    { part: 'POST', price: priceOf(text), count: 1 },
    ...(comment === '' ? [] : [{ part: 'FIRST_COMMENT', price: priceOf(comment), count: 1 } as const]),
    ...(described === 0 ? [] : [{ part: 'MEDIA', price: altText, count: described } as const]),
  ];
}

const dollars = ({ thousandths }: Pick<Price, 'thousandths'>): string => `$${amountOf(thousandths)}`;
const sumOf = (one: Price, other: Price): string =>
  dollars({ thousandths: one.thousandths + other.thousandths });

/**
 * Warns once about the price of links, at the first text that has one, and names the cheaper way for this post. A link
 * in the first comment is not cheaper: it costs the same there, and the post still has its own price.
 */
export function xPriceWarnings({ text, firstComment }: PublicationDraft): RuleViolation[] {
  const [inText, inComment] = [hasLink(text), hasLink(firstComment ?? '')];
  if (!inText && !inComment) return [];
  const [withLink, without] = [dollars(postWithLink), dollars(post)];
  const message =
    inText && inComment
      ? `X charges ${sumOf(postWithLink, postWithLink)}, because the post and its first comment both have a link (${withLink} each). The first comment is billed as well: with a link in only one of the two, it is ${sumOf(postWithLink, post)}, and without links ${sumOf(post, post)}.`
      : inText
        ? `X charges ${withLink} for a post with a link, and ${without} for one without. The cheaper way is to leave the link out. Moving it to a first comment saves nothing: the first comment is billed as well, at the same prices.`
        : `X charges ${withLink} for a first comment with a link, and ${without} for one without. The cheaper way is to leave the link out, or to have it in the post and no first comment: that is ${withLink} in place of ${sumOf(post, postWithLink)}.`;
  return [{ field: inText ? 'text' : 'firstComment', rule: 'link_costs_more', message, severity: 'warning' }];
}
