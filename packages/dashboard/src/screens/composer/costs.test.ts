import { expect, it } from 'vitest';
import { costSentence, costsOf, type ChargedAccount } from './costs.js';

const post = { part: 'POST', price: 'POST_WITH_LINK', count: 1, amount: '0.20' } as const;
const part = { ...post, part: 'PART' } as const;
const comment = { part: 'FIRST_COMMENT', price: 'POST', count: 1, amount: '0.015' } as const;
const altTexts = { part: 'MEDIA', price: 'ALT_TEXT', count: 2, amount: '0.01' } as const;

const charged = (name: string, amount: string, items: ChargedAccount['cost']['items']): ChargedAccount => ({
  name,
  platform: 'X',
  cost: { currency: 'USD', amount, items, pricesAsOf: '2026-08-22' },
});

it.each([
  ['0.20', [post], 'About $0.20 on X: a post with a link.'],
  [
    '0.015',
    [{ ...post, price: 'POST' as const, amount: '0.015' }],
    'About $0.015 on X: a post without a link.',
  ],
  [
    '0.225',
    [post, comment, altTexts],
    'About $0.225 on X: a post with a link, a first comment without a link, and 2 alt texts.',
  ],
  [
    '0.045',
    [
      { ...post, price: 'POST' as const },
      { ...part, price: 'POST' as const },
      part,
      { ...part, price: 'POST' as const },
    ],
    'About $0.045 on X: a post without a link, 2 further parts without a link, and a further part with a link.',
  ],
])('a post on one account that costs %s is explained', (amount, items, sentence) => {
  expect(costSentence([charged('X @a', amount, items)], 'en-US')).toBe(sentence);
});

it('posts on several accounts have a total, which is exact', () => {
  const accounts = ['X @a', 'X @b', 'X @c'].map((name) => charged(name, '0.215', [post, comment]));
  expect(costSentence(accounts, 'en-US')).toBe(
    'About $0.645 in total: X @a $0.215, X @b $0.215, and X @c $0.215.',
  );
});

it('amounts are written as the reader writes them', () => {
  expect(costSentence([charged('X @a', '0.20', [post])], 'de-DE')).toContain('0,20\u00a0$');
});

it('no cost is shown if nothing is charged', () => {
  expect(costSentence([])).toBeNull();
  const free = { socialAccountId: 'acc_1', platform: 'BLUESKY' as const, findings: [], estimatedCost: null };
  const { cost } = charged('X @a', '0.20', [post]);
  const targets = [free, { ...free, socialAccountId: 'acc_2', platform: 'X' as const, estimatedCost: cost }];
  expect([...costsOf({ targets })]).toEqual([['acc_2', cost]]);
});
