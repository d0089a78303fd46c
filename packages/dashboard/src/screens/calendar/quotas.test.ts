import { expect, it } from 'vitest';
import { quotaLines, type PlatformInfo } from './quotas.js';
import type { Account, Tile } from './tiles.js';

const account = (id: string): Account => ({ id, platform: 'BLUESKY' }) as Account;
const platform = (quota: Partial<PlatformInfo['quotas'][number]>): PlatformInfo =>
  ({
    platform: 'BLUESKY',
    quotas: [{ rule: 'posts_per_day', max: 3, window: 'rolling-day', scope: 'account', ...quota }],
  }) as PlatformInfo;
const tile = (at: string, accountId = 'acc_1', state: Tile['state'] = 'SCHEDULED'): Tile => ({
  id: at,
  state,
  shown: state,
  at,
  timeZone: null,
  caption: '',
  pictures: 0,
  picture: null,
  targets: [{ accountId, platform: 'BLUESKY', state: 'SCHEDULED', isUnconfirmed: false }],
  isApproved: false,
  updatedAt: at,
});

it('the quota of an account is compared with its fullest 24 hours, even across midnight', () => {
  const tiles = [
    tile('2027-03-24T01:00:00.000Z'),
    tile('2027-03-24T22:00:00.000Z'),
    tile('2027-03-25T00:30:00.000Z'),
    tile('2027-03-25T01:00:00.000Z'),
  ];
  const [line] = quotaLines(tiles, [account('acc_1')], [platform({})]);
  expect(line).toMatchObject({ count: 3, max: 3, at: '2027-03-25T00:30:00.000Z' });
  expect(line?.isClose).toBe(true);
});

it('the quota is counted by calendar days in the platform’s time zone if it has one', () => {
  const tiles = [tile('2027-03-24T23:30:00.000Z'), tile('2027-03-25T06:30:00.000Z')];
  const inLosAngeles = platform({ window: { midnightIn: 'America/Los_Angeles' } });
  expect(quotaLines(tiles, [account('acc_1')], [inLosAngeles])[0]?.count).toBe(2);
  const inUtc = platform({ window: { midnightIn: 'UTC' } });
  expect(quotaLines(tiles, [account('acc_1')], [inUtc])[0]?.count).toBe(1);
});

it('the quota is counted for each account, or for all accounts if the platform shares it', () => {
  const tiles = [tile('2027-03-24T01:00:00.000Z'), tile('2027-03-24T02:00:00.000Z', 'acc_2')];
  const accounts = [account('acc_1'), account('acc_2')];
  expect(quotaLines(tiles, accounts, [platform({})]).map(({ count }) => count)).toEqual([1, 1]);
  const together = quotaLines(tiles, accounts, [platform({ scope: 'installation' })]);
  expect(together.map(({ count, account: of }) => [count, of])).toEqual([[2, null]]);
});

it('the quota does not count drafts, and is not shown for platforms without an account', () => {
  const draft = tile('2027-03-24T01:00:00.000Z', 'acc_1', 'DRAFT');
  expect(quotaLines([draft], [account('acc_1')], [platform({})])[0]).toMatchObject({ count: 0, at: null });
  expect(quotaLines([draft], [], [platform({})])).toEqual([]);
});

it('the quota of posts with media counts only those, and posts that may not count are left out', () => {
  const tiles = [tile('2027-03-24T01:00:00.000Z'), { ...tile('2027-03-24T02:00:00.000Z'), pictures: 1 }];
  const lineOf = (rule: string) => quotaLines(tiles, [account('acc_1')], [platform({ rule })])[0];
  expect(lineOf('posts_with_media_per_day')).toMatchObject({ count: 1, isCounted: true });
  expect(lineOf('replies_per_day')).toMatchObject({ count: 0, isCounted: false });
});
