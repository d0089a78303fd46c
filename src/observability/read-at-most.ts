const readTimeoutMs = 3_000;

/**
 * Reuses the result of a read for a while. Concurrent callers share one read. Undefined if it fails or takes too long.
 */
export function readAtMost<T>(ageMsMax: number, read: () => Promise<T>): () => Promise<T | undefined> {
  let last: { atMs: number; result: Promise<T | undefined> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (last === undefined || nowMs - last.atMs > ageMsMax) last = { atMs: nowMs, result: inTime(read()) };
    return last.result;
  };
}

async function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), readTimeoutMs);
  });
  try {
    return await Promise.race([reading.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
