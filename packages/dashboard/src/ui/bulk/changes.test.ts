import { expect, it } from 'vitest';
import type { BulkPost } from '../../lib/bulk-actions.js';
import { changesFor, undoOf } from './changes.js';

const zone = 'Europe/Berlin';
const post = (id: string, at: string): BulkPost => ({ id, name: id, status: 'SCHEDULED', at });
const monday = post('monday', '2027-03-22T08:00:00.000Z');
// In Berlin, this is after midnight, so the post is due on Tuesday.
const tuesday = post('tuesday', '2027-03-22T23:30:00.000Z');
const all = () => true;

it('posts of several days are moved to one day by as many days as each needs', () => {
  const changes = changesFor('move', { day: '2027-03-30' }, { posts: [monday, tuesday], zone });
  expect(changes.map(({ change, posts }) => [change, posts.map(({ id }) => id)])).toEqual([
    [{ action: 'move', days: 8, timezone: zone }, ['monday']],
    [{ action: 'move', days: 7, timezone: zone }, ['tuesday']],
  ]);
});

it('a move is undone for the posts that were moved', () => {
  const changes = changesFor('move', { days: 3 }, { posts: [monday, tuesday], zone });
  const back = undoOf('move', changes, ({ id }) => id === 'monday');
  expect(back).toEqual([{ change: { action: 'move', days: -3, timezone: zone }, posts: [monday] }]);
});

it('posts are moved to times, the earliest first, and back', () => {
  const times = ['2027-04-01T07:00:00.000Z', '2027-04-01T11:00:00.000Z'];
  const changes = changesFor('move', { times }, { posts: [tuesday, monday], zone });
  expect(changes).toEqual([{ change: { action: 'moveEach', times }, posts: [monday, tuesday] }]);
  expect(undoOf('move', changes, all)).toEqual([
    { change: { action: 'moveEach', times: [monday.at, tuesday.at] }, posts: [monday, tuesday] },
  ]);
  expect(undoOf('move', changes, ({ id }) => id === 'tuesday')).toEqual([
    { change: { action: 'moveEach', times: [tuesday.at] }, posts: [tuesday] },
  ]);
});

it('canceled posts are scheduled for their times again, unless those have passed', () => {
  const changes = changesFor('cancel', { days: 0 }, { posts: [monday, tuesday], zone });
  const nowMs = Date.parse('2027-03-22T12:00:00Z');
  expect(undoOf('cancel', changes, all, nowMs)).toEqual([
    { change: { action: 'schedule', scheduledAt: tuesday.at }, posts: [tuesday] },
  ]);
});

it('a retry cannot be undone', () => {
  const changes = changesFor('retry', { days: 0 }, { posts: [monday], zone });
  expect(undoOf('retry', changes, all)).toEqual([]);
});
