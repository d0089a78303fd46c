const second = 1000;
const minute = 60 * second;

/**
 * A run starts this long before its post is due, so that all invisible work is done by then. The post's id decides
 * how long, so that the posts of a full hour do not all start at the same time.
 */
export const aheadMsMin = 20 * second;
export const aheadMsMax = minute;

/** The same for a post with media. `mediaAheadMs` says how much of it is needed, once their size is known. */
export const mediaAheadMsMax = 15 * minute;
/** A slow connection. On a faster one, uploaded media just wait a little longer. */
const uploadBytesPerMs = 1_000;

/** The longest time that a step waits in a worker for its due time. */
export const holdMsMax = minute;

/** How long before its time a post without media begins. */
export function aheadMs(postId: string): number {
  return aheadMsMin + Math.floor(spreadOf(postId) * (aheadMsMax - aheadMsMin));
}

/** How long before its time a post begins whose media have this total size. */
export function mediaAheadMs(postId: string, bytes: number): number {
  return Math.min(mediaAheadMsMax, aheadMs(postId) + minute + Math.ceil(bytes / uploadBytesPerMs));
}

/** When a run should start. At that point only whether the post has media is known, not their size. */
export function startAt(start: { postId: string; dueAt: Date; carriesMedia: boolean }): Date {
  const ms = start.carriesMedia ? mediaAheadMsMax : aheadMs(start.postId);
  return new Date(start.dueAt.getTime() - ms);
}

/**
 * Whether a run of the post may have begun, with some seconds to spare because the servers' clocks differ. If it
 * may have, a change stages a new run instead of changing what the run has begun with.
 */
export function mayHaveBegun(post: { dueAt: Date; carriesMedia: boolean }, now: Date): boolean {
  const ms = post.carriesMedia ? mediaAheadMsMax : aheadMsMax;
  return post.dueAt.getTime() - ms - clockDifferenceMsMax <= now.getTime();
}

/** How far the clocks of the servers may differ. */
export const clockDifferenceMsMax = 30 * second;

/**
 * A number from 0 to 1, always the same for one id (FNV-1a with the last step of MurmurHash3, so that similar ids
 * differ).
 */
function spreadOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
