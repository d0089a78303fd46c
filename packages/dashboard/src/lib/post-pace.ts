import type { components } from '../../../client/src/api-types.js';

type Post = components['schemas']['Post'];

const busyMs = 1_500;
const soonMs = 3_000;
const calmMs = 30_000;
/** A post that is due within this time is about to change. */
const nearMs = 60_000;
const dueMs = 10_000;
/** As long as this after somebody has asked for something, its outcome is looked for often. */
export const watchMs = 45_000;

/** How often a post on the screen is read again. A poll that finds nothing new is answered 304. */
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
