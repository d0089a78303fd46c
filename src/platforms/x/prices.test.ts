import { describe, expect, it } from 'vitest';
import type { MediaFacts } from '../../domain/media.js';
import { estimateCost } from '../../domain/costs.js';
import type { PublicationDraft } from '../kit/platform.js';
import { xCharges, xPriceList, xPriceWarnings } from './prices.js';

const facts = {
  mime: '',
  width: null,
  height: null,
  durationMs: null,
  videoCodec: null,
  audioCodec: null,
  frameRate: null,
  hasAudio: null,
  orientation: null,
  frameCount: null,
  hasMetadata: null,
  hasAlpha: null,
};
const medium = (kind: MediaFacts['kind'], altText: string | null) => ({
  assetId: 'med_1',
  facts: { ...facts, kind },
  sizeBytes: 1,
  altText,
});
const draft = (text: string, more: Partial<PublicationDraft> = {}): PublicationDraft => ({
  text,
  firstComment: null,
  options: null,
  media: [],
  ...more,
});
const costOf = (given: PublicationDraft) => estimateCost(xPriceList, xCharges(given));

describe("X's price of a post", () => {
  it.each([
    ['no link here', 'POST', '0.015'],
    ['', 'POST', '0.015'],
    ['see https://example.com/a', 'POST_WITH_LINK', '0.20'],
    ['see example.com', 'POST_WITH_LINK', '0.20'],
    ['two links: example.com and example.org', 'POST_WITH_LINK', '0.20'],
    ['write to me@example.com', 'POST', '0.015'],
    ['a file.txt, e.g. this one', 'POST', '0.015'],
  ])('depends on whether X counts a link in it: %s', (text, price, amount) => {
    expect(costOf(draft(text))).toEqual({
      currency: 'USD',
      amount,
      items: [{ part: 'POST', price, count: 1, amount }],
      pricesAsOf: '2026-08-22',
    });
  });

  it.each([
    ['post', 'comment', '0.03'],
    ['post', 'see example.com', '0.215'],
    ['see example.com', 'comment', '0.215'],
    ['see example.com', 'see example.org', '0.40'],
    ['post', ' ', '0.015'],
  ])('includes the first comment, a second post: %s, %s', (text, firstComment, amount) => {
    expect(costOf(draft(text, { firstComment })).amount).toBe(amount);
  });

  it('includes the alt texts that are sent: those of images and GIFs', () => {
    const media = [
      medium('IMAGE', 'A harbor'),
      medium('GIF', 'A wave'),
      medium('IMAGE', null),
      medium('IMAGE', ''),
      medium('VIDEO', 'A dance'),
    ];
    expect(costOf(draft('post', { media }))).toMatchObject({
      amount: '0.025',
      items: [{ part: 'POST' }, { part: 'MEDIA', price: 'ALT_TEXT', count: 2, amount: '0.01' }],
    });
  });
});

describe('the warning about the price of links', () => {
  it.each([
    ['see example.com', null, 'text', /\$0\.20 .*\$0\.015 .*leave the link out.*saves nothing/],
    [
      'see example.com',
      'see example.org',
      'text',
      /\$0\.40.*only one of the two, it is \$0\.215,.*\$0\.03\.$/,
    ],
    [
      'post',
      'see example.org',
      'firstComment',
      /\$0\.20 .*\$0\.015 .*no first comment: .*\$0\.20 .*\$0\.215\.$/,
    ],
  ] as const)('is given once, with the cheaper way: %s, %s', (text, firstComment, field, words) => {
    expect(xPriceWarnings(draft(text, { firstComment }))).toEqual([
      {
        field,
        rule: 'link_costs_more',
        severity: 'warning',
        message: expect.stringMatching(words) as string,
      },
    ]);
  });

  it('is not given without a link', () => {
    expect(xPriceWarnings(draft('post', { firstComment: 'comment' }))).toEqual([]);
  });

  it('says that a link costs no less in the first comment', () => {
    const inPost = Number(costOf(draft('see example.com')).amount);
    const inComment = Number(costOf(draft('post', { firstComment: 'see example.com' })).amount);
    const nowhere = Number(costOf(draft('post')).amount);
    expect(nowhere).toBeLessThan(inPost);
    expect(inPost).toBeLessThan(inComment);
    // The price is read from the messages.
    const inBoth = Number(costOf(draft('see example.com', { firstComment: 'see example.org' })).amount);
    const nowhereInBoth = Number(costOf(draft('post', { firstComment: 'comment' })).amount);
    expect([inPost, inComment, inBoth, nowhereInBoth]).toEqual([0.2, 0.215, 0.4, 0.03]);
  });
});
