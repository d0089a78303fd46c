import type { components } from '../../../client/src/api-types.js';

type Post = components['schemas']['Post'];

const busyMs = 1_500;
const soonMs = 3_000;
const calmMs = 30_000;
/** In this period before its due time, a post is polled more often. */
const nearMs = 60_000;
const dueMs = 10_000;
/** In this period after an action of the user, the post is polled often to show the outcome. */
export const watchMs = 45_000;

/**
 * Returns the polling interval for a post. `askedAt` is the time of the user's last action on it. A poll that finds no
 * change gets a 304 response.
 */
export function pollMsOf(post: Post | undefined, now: number, askedAt = Number.NEGATIVE_INFINITY): number {
  if (post === undefined) return calmMs;
  if (post.status === 'PUBLISHING' || post.pendingWorkflowId !== null) return busyMs;
  if (post.targets.some(({ status }) => status === 'PUBLISHING')) return busyMs;
  if (now - askedAt < watchMs) return busyMs;
  if (post.status === 'SCHEDULED' && post.scheduledAt !== null) {
    const dueInMs = Date.parse(post.scheduledAt) - now;
    if (dueInMs < dueMs) return busyMs;
    if (dueInMs < nearMs) return soonMs;
  }
  return calmMs;
}
