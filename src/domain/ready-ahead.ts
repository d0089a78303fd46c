const second = 1000;
const minute = 60 * second;

/** A run starts this long before its post is due, so that all preparation is done by then. */
export const aheadMsMin = 3 * second;
/** If many posts are due at the same time, some start earlier, up to this long before (`src/temporal/space-starts.ts`). */
export const aheadMsMax = minute;

/** A run of a post with media starts this early. `mediaAheadMs` is more precise once the size of the media is known. */
export const mediaAheadMsMax = 15 * minute;
/** The assumed speed of uploads, that of a slow connection. On faster ones, uploads are done earlier. */
const uploadBytesPerMs = 1_000;

/** The longest time that a step waits in a worker for its due time. */
export const holdMsMax = minute;

/**
 * Returns how long before the due time a run continues that has waited. It is not known how many others are due then,
 * so the post's id spreads them.
 */
export function aheadMs(postId: string): number {
  return aheadMsMin + Math.floor(spreadOf(postId) * (aheadMsMax - aheadMsMin));
}

/** Returns how long before the due time the run of a post with this many bytes of media continues. */
export function mediaAheadMs(postId: string, bytes: number): number {
  return Math.min(mediaAheadMsMax, aheadMs(postId) + minute + Math.ceil(bytes / uploadBytesPerMs));
}

/** The time at which a run should start. The size of the media is not known when runs are scheduled. */
export function startAt({ dueAt, carriesMedia }: { dueAt: Date; carriesMedia: boolean }): Date {
  return new Date(dueAt.getTime() - (carriesMedia ? mediaAheadMsMax : aheadMsMin));
}

/**
 * Whether a run of the post may have begun, with a margin for differences between the servers' clocks. If so, a change
 * of the post must stage a new run.
 */
export function mayHaveBegun(post: { dueAt: Date; carriesMedia: boolean }, now: Date): boolean {
  const ms = post.carriesMedia ? mediaAheadMsMax : aheadMsMax;
  return post.dueAt.getTime() - ms - clockDifferenceMsMax <= now.getTime();
}

/** How far the clocks of the servers may differ. */
export const clockDifferenceMsMax = 30 * second;

/**
 * Hashes an id to a number from 0 to 1: FNV-1a with the last step of MurmurHash3, so that similar ids give different
 * numbers.
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
