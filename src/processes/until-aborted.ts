/** Waits for a time or for the signal, whichever comes first. */
export function untilAborted(signal: AbortSignal, delayMs?: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = delayMs === undefined ? undefined : setTimeout(done, delayMs);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
