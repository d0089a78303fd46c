import { AppError } from '../../../domain/errors.js';

/** Runs work that waits for other servers, with a signal that ends all of it on timeout. */
export async function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(tookTooLong()), timeoutMs);
  try {
    return await work(over.signal);
  } finally {
    clearTimeout(timer);
  }
}

const tookTooLong = (): AppError<'FETCH_FAILED'> =>
  new AppError('FETCH_FAILED', 'Fetching the media took too long.', { reason: 'total_timeout' });

/** Returns the result of the work, or a fallback if it takes longer. The work continues either way. */
export function orAfter<T, L>(timeoutMs: number, work: Promise<T>, late: L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
