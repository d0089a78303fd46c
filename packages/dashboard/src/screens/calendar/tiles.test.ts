import { expect, it } from 'vitest';
import { changesBetween, nameOf } from './tile-names.js';
import { inOrder, isShown, toTile, type Post, type Tile } from './tiles.js';

const tile = (changes: Partial<Tile> = {}): Tile => ({
  id: 'post_1',
  state: 'SCHEDULED',
  shown: changes.state ?? 'SCHEDULED',
  at: '2027-03-24T08:00:00.000Z',
  timeZone: null,
  caption: 'Spring is here',
  pictures: 0,
  picture: null,
  targets: [{ accountId: 'acc_1', platform: 'BLUESKY', state: 'SCHEDULED', isUnconfirmed: false }],
  isApproved: false,
  updatedAt: '2027-01-01T00:00:00.000Z',
  ...changes,
});

it('posts are filtered by accounts and by states', () => {
  const none = { accounts: [], states: [] };
  expect(isShown(tile(), none)).toBe(true);
  expect(isShown(tile(), { ...none, accounts: ['acc_2'] })).toBe(false);
  expect(isShown(tile(), { ...none, accounts: ['acc_2', 'acc_1'] })).toBe(true);
  expect(isShown(tile(), { accounts: ['acc_1'], states: ['DRAFT'] })).toBe(false);
});

it('a post is shown as unconfirmed, not failed, while one of its targets is unconfirmed', () => {
  const target = { socialAccountId: 'acc_1', platform: 'X', status: 'FAILED' };
  const post = (...codes: string[]) =>
    toTile({
      id: 'post_1',
      status: 'FAILED',
      scheduledAt: '2027-03-24T08:00:00.000Z',
      media: [],
      targets: codes.map((errorCode) => ({ ...target, errorCode })),
    } as unknown as Post);
  expect(post('PLATFORM_REJECTED')?.shown).toBe('FAILED');
  const unconfirmed = post('PLATFORM_REJECTED', 'PUBLISH_UNCONFIRMED');
  expect(unconfirmed?.shown).toBe('UNCONFIRMED');
  expect(unconfirmed && isShown(unconfirmed, { accounts: [], states: ['FAILED'] })).toBe(false);
  expect(unconfirmed && isShown(unconfirmed, { accounts: [], states: ['UNCONFIRMED'] })).toBe(true);
});

it('a post that was read twice is shown once, in its latest version', () => {
  const moved = tile({ at: '2027-03-26T08:00:00.000Z', updatedAt: '2027-01-02T00:00:00.000Z' });
  const other = tile({ id: 'post_2', at: '2027-03-25T08:00:00.000Z' });
  expect(inOrder([tile(), other, moved])).toEqual([other, moved]);
});

it('the title of a post is the first line that is not blank', () => {
  expect(nameOf(tile({ caption: '\n  \n Sale \nnow' }))).toBe('Sale');
  expect(nameOf(tile({ caption: '' }))).toBe('Post without text');
});

it('changed posts are reported, and new ones are not', () => {
  const two = tile({ id: 'post_2', caption: 'Other' });
  expect(changesBetween([tile()], [tile(), two])).toBeNull();
  const published = tile({ state: 'PUBLISHED' });
  expect(changesBetween([tile(), two], [published, two])).toBe(
    'The status of “Spring is here” is now Published.',
  );
  expect(changesBetween([tile(), two], [published, { ...two, shown: 'FAILED' }])).toBe(
    '2 posts have changed. The status of “Spring is here” is now Published.',
  );
});
