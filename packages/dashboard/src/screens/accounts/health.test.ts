import { expect, it } from 'vitest';
import type { Candidate } from './api.js';
import { missingTexts, pickedAtFirst, reconnectSoonFrom } from './health.js';

it.each([
  [{ status: 'ACTIVE', reconnectBy: null }, null],
  [{ status: 'ACTIVE', reconnectBy: '2030-01-15T00:00:00Z' }, '2030-01-01T00:00:00.000Z'],
  [{ status: 'TOKEN_EXPIRED', reconnectBy: '2030-01-02T00:00:00Z' }, null],
] as const)(
  'an account is to be reconnected soon from two weeks before its access ends: %j',
  (account, from) => {
    expect(reconnectSoonFrom(account)).toBe(from);
  },
);

it('the text about a missing permission says what the permission is for', () => {
  const known = [{ name: 'tweet.write', purpose: 'publish posts' }];
  expect(missingTexts([], known)).toBeNull();
  expect(missingTexts(['tweet.write', 'other'], known)).toBe(
    'Not granted: tweet.write (to publish posts), other.',
  );
});

it('the accounts that are preselected can be connected and do not work already', () => {
  const candidate = (id: string, connectedAccountId: string | null, importable = true) =>
    ({ id, connectedAccountId, importable }) as Candidate;
  const candidates = [
    candidate('new', null),
    candidate('works', 'acc_1'),
    candidate('expired', 'acc_2'),
    candidate('refused', null, false),
  ];
  const working = new Set(['acc_1']);
  expect(pickedAtFirst(candidates, working, false)).toEqual(['new', 'expired']);
  expect(pickedAtFirst(candidates, working, true)).toEqual(['new', 'works', 'expired']);
});
