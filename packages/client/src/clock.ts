/** The time, and how to let it pass. */
export interface Clock {
  nowMs: () => number;
  sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;
}

export const ownClock: Clock = { nowMs: () => Date.now(), sleep: abortableSleep };

export function abortableSleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
