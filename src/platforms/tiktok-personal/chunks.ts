/**
 * The smallest chunk. TikTok accepts chunks of 5 to 64 MB, and at most a thousand. It does not say whether a
 * MB is 10^6 or 2^20 bytes; our values satisfy both.
 */
export const chunkBytesMin = 5 * 1024 * 1024;

export interface ChunkPlan {
  chunkBytes: number;
  chunkCount: number;
  /** The start of the last chunk, which publishes the video, and also contains the remainder of the division. */
  lastStart: number;
}

/** Plans as many chunks as TikTok allows, so that the last one is small. */
export function planChunks(sizeBytes: number): ChunkPlan {
  const chunkCount = Math.max(1, Math.floor(sizeBytes / chunkBytesMin));
  const chunkBytes = Math.floor(sizeBytes / chunkCount);
  return { chunkBytes, chunkCount, lastStart: chunkBytes * (chunkCount - 1) };
}
