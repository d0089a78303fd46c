import { groupBy } from '../../../../../src/domain/group-by.js';
import type { BulkAction, BulkPost } from '../../lib/bulk-actions.js';
import { partPostsMax, type Change } from '../../api/bulk.js';
import { daysBetween, instantOfWallClock } from '../../lib/wall-clock.js';

/**
 * The target of a move: a number of days, a day such as `2027-03-28`, or a time for each post. Other actions ignore it.
 */
export type To = { days: number } | { day: string } | { times: readonly string[] };

export interface ChangeOf {
  change: Change;
  posts: readonly BulkPost[];
}

/** Returns the requests for an action. Posts of different days need different moves to get to the same day. */
export function changesFor(
  action: BulkAction,
  to: To,
  { posts, zone }: { posts: readonly BulkPost[]; zone: string },
): ChangeOf[] {
  if (action !== 'move') return [{ change: { action }, posts }];
  if ('times' in to) return toTimes(posts, to.times);
  if ('days' in to) return [{ change: { action, days: to.days, timezone: zone }, posts }];
  const noon = instantOfWallClock(`${to.day}T12:00`, zone);
  const byDays = groupBy(posts, ({ at }) => (at === null ? 0 : daysBetween(at, noon, zone)));
  return [...byDays].map(([days, ofDay]) => ({
    change: { action, days, timezone: zone },
    posts: ofDay,
  }));
}

/** The earliest post gets the first time. Each request has as many posts as the API takes. */
function toTimes(posts: readonly BulkPost[], times: readonly string[]): ChangeOf[] {
  const inOrder = posts.toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''));
  const pairs = inOrder.flatMap((post, index) => {
    const time = times[index];
    return time === undefined ? [] : [{ post, time }];
  });
  const parts = Array.from({ length: Math.ceil(pairs.length / partPostsMax) }, (_, part) =>
    pairs.slice(part * partPostsMax, (part + 1) * partPostsMax),
  );
  return parts.map((part) => ({
    change: { action: 'moveEach', times: part.map(({ time }) => time) },
    posts: part.map(({ post }) => post),
  }));
}

/**
 * Returns the requests that take an action back, for the posts that it has changed. A move is taken back by the opposite
 * move, and a cancellation by scheduling a post for its time again, if that is still ahead.
 */
export function undoOf(
  action: BulkAction,
  changes: readonly ChangeOf[],
  isDone: (post: BulkPost) => boolean,
  nowMs = Date.now(),
): ChangeOf[] {
  if (action === 'move') {
    return changes
      .map(({ change, posts }) => ({ change, posts: posts.filter(isDone) }))
      .filter(({ posts }) => posts.length > 0)
      .flatMap(({ change, posts }) =>
        'days' in change
          ? [{ change: { ...change, days: -(change.days ?? 0) }, posts }]
          : toTimes(posts, posts.map(({ at }) => at ?? '').toSorted()),
      );
  }
  if (action !== 'cancel') return [];
  const ahead = changes.flatMap(({ posts }) =>
    posts.filter((post) => isDone(post) && post.status !== 'PUBLISHING' && Date.parse(post.at ?? '') > nowMs),
  );
  return [...groupBy(ahead, ({ at }) => at ?? '')].map(([scheduledAt, posts]) => ({
    change: { action: 'schedule', scheduledAt },
    posts,
  }));
}
