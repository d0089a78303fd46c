/**
 * TikTok accepts chunks of 5 to 64 MB, and at most a thousand. It does not say whether a MB is 10^6 or 2^20 bytes;
 * these values satisfy both.
 */
export const chunkBytesMin = 5 * 1024 * 1024;

export interface ChunkPlan {
  chunkBytes: number;
  chunkCount: number;
  /** The start of the last chunk, which publishes, and which also contains the remainder of the division. */
  lastStart: number;
}

/** As many chunks as allowed, so that the last one is small. */
export function planChunks(sizeBytes: number): ChunkPlan {
  const chunkCount = Math.max(1, Math.floor(sizeBytes / chunkBytesMin));
  const chunkBytes = Math.floor(sizeBytes / chunkCount);
  return { chunkBytes, chunkCount, lastStart: chunkBytes * (chunkCount - 1) };
}
