/** The kinds of objects that a stream of changes names. `WORKSPACE`: its members, keys, endpoints or settings. */
export const changeTypes = ['POST', 'COMMENT', 'SOCIAL_ACCOUNT', 'WORKSPACE'] as const;
export type ChangeType = (typeof changeTypes)[number];

/** An object that has changed, without the details of the change. */
export interface Change {
  type: ChangeType;
  id: string;
  workspaceId: string;
  /** The targets of a post that have changed. Empty: the post as a whole. */
  targetIds: string[];
}

export const streamsPerSessionMax = 10;
export const streamsPerProcessMax = 1_000;
/** The number of bytes that may wait for a client that reads slowly. */
export const streamBufferBytesMax = 64 * 1024;
/** A stream is closed after this time, so that connections spread over the processes again. */
export const streamMsMax = 15 * 60 * 1000;
/** Shorter than the time after which proxies close a silent connection, usually 60 seconds. */
export const streamHeartbeatMs = 15_000;
export const changePollMs = 1_000;
/** A client that was away for longer reads everything again. */
export const streamResumeMsMax = 10 * 60 * 1000;
/**
 * The number of changes of one kind that are read at once, and how many times in a row a reader reads that has fallen
 * behind.
 */
export const changesAtOnceMax = 1_000;
export const changeReadsInARowMax = 5;
/** How long after a transaction has taken its number or its time it may commit and still be noticed. */
export const lateCommitMsMax = 60_000;
/** The number of missing numbers that a process waits for, and how far below its start it searches for such numbers. */
export const missingNumbersMax = 20_000;
export const numbersBeforeStartMax = 5_000;
