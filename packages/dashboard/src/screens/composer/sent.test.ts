import { expect, it } from 'vitest';
import type { Post } from './api.js';
import { emptyDraft, targetOf, type Draft } from './draft.js';
import { isAsSent, isPastRepeat, withSent } from './sent.js';

const at = '2027-07-10T07:30:00.000Z';
const draft: Draft = {
  ...emptyDraft('ref_1', 'Europe/Berlin', at),
  caption: 'Harbour',
  targets: [targetOf({ id: 'acc_1', platform: 'X' })],
};
const target = {
  socialAccountId: 'acc_1',
  platform: 'X',
  status: 'SCHEDULED',
  captionOverride: null,
  firstComment: null,
  mediaIds: [],
  partsOverride: null,
  parts: [],
  publishedAt: null,
  platformOptions: null,
};
const stored = (changes: object = {}): Post =>
  ({
    id: 'post_1',
    status: 'SCHEDULED',
    caption: 'Harbour',
    scheduledAt: at,
    timezone: 'Europe/Berlin',
    parts: [],
    targets: [target],
    media: [],
    mediaAltText: {},
    ...changes,
  }) as unknown as Post;

it('a stored post is recognized as the one that was sent, both pending and public', () => {
  const sent = { draft, intent: 'schedule' } as const;
  expect(isAsSent(sent, stored())).toBe(true);
  expect(isAsSent(sent, stored({ status: 'NEEDS_APPROVAL' }))).toBe(true);
  const targets = [{ ...target, status: 'PUBLISHED' }];
  expect(isAsSent(sent, stored({ status: 'PUBLISHED', targets }))).toBe(true);
  expect(isAsSent({ draft, intent: 'draft' }, stored({ status: 'DRAFT' }))).toBe(true);
});

it('a stored post is not recognized if another user has changed or decided anything since', () => {
  const sent = { draft, intent: 'schedule' } as const;
  for (const changes of [
    { caption: 'Theirs' },
    { scheduledAt: '2027-07-10T08:30:00.000Z' },
    { status: 'CANCELED' },
    { status: 'DRAFT' },
    { targets: [] },
  ]) {
    expect(isAsSent(sent, stored(changes)), JSON.stringify(changes)).toBe(false);
  }
  expect(isAsSent({ draft, intent: 'draft' }, stored())).toBe(false);
});

it('the time of a post that is published now is ignored, and so is a date without a time', () => {
  const soon = stored({ scheduledAt: '2027-01-01T00:00:05.000Z' });
  expect(isAsSent({ draft, intent: 'now' }, soon)).toBe(true);
  const undated = stored({ status: 'DRAFT', scheduledAt: null });
  expect(isAsSent({ draft: { ...draft, time: '' }, intent: 'draft' }, undated)).toBe(true);
});

it('the record of sent posts has one entry for each version, and says when a repeat is too late', () => {
  const first = { at, draft, intent: 'schedule' } as const;
  const once = withSent([], first);
  expect(withSent(once, { ...first, at: '2027-07-10T09:00:00.000Z' })).toEqual([first]);
  expect(withSent(once, { ...first, draft: { ...draft, caption: 'New' } })).toHaveLength(2);
  const hours = (count: number): number => Date.parse(at) + count * 60 * 60 * 1000;
  expect(isPastRepeat([], hours(100))).toBe(false);
  expect(isPastRepeat(once, hours(22))).toBe(false);
  expect(isPastRepeat(once, hours(24))).toBe(true);
});
