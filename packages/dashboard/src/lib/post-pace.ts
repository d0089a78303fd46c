import type { components } from '../../../client/src/api-types.js';

type Post = components['schemas']['Post'];

const busyMs = 1_500;
const soonMs = 3_000;
const calmMs = 30_000;
/** Within this time before it is due, a post is polled more often. */
const nearMs = 60_000;
const dueMs = 10_000;
/** For this long after an action of the user, its outcome is polled often. */
export const watchMs = 45_000;

/** The polling interval of a post on the screen. A poll that finds no change gets a 304. */
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
