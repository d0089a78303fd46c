import { expect, it } from 'vitest';
import type { Candidate } from './api.js';
import { healthOf, missingTexts, pickedAtFirst } from './health.js';

const nowMs = Date.parse('2030-01-01T00:00:00Z');

it.each([
  [{ status: 'ACTIVE', reconnectBy: null }, 'Connected'],
  [{ status: 'ACTIVE', reconnectBy: '2030-01-15T00:00:00Z' }, 'Connected'],
  [{ status: 'ACTIVE', reconnectBy: '2030-01-14T23:59:59Z' }, 'Reconnect soon'],
  [{ status: 'TOKEN_EXPIRED', reconnectBy: '2030-01-02T00:00:00Z' }, 'Reconnect needed'],
] as const)('the health of an account is described: %j', (account, label) => {
  expect(healthOf(account, nowMs).label).toBe(label);
});

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
