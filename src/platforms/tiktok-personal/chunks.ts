/**
 * TikTok takes chunks of 5 to 64 MB, and at most a thousand. Whether it means 10^6 or 2^20 bytes is not said: this is
 * enough for both.
 */
export const chunkBytesMin = 5 * 1024 * 1024;

export interface ChunkPlan {
  chunkBytes: number;
  chunkCount: number;
  /** Where the last chunk begins: the one that publishes, and that is longer by what the division leaves. */
  lastStart: number;
}

/** As many chunks as may be, so that little is left for the last one. */
export function planChunks(sizeBytes: number): ChunkPlan {
  const chunkCount = Math.max(1, Math.floor(sizeBytes / chunkBytesMin));
  const chunkBytes = Math.floor(sizeBytes / chunkCount);
  return { chunkBytes, chunkCount, lastStart: chunkBytes * (chunkCount - 1) };
}
