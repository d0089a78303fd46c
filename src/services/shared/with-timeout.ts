import { AppError } from '../../domain/errors.js';

/** Does what waits for others' servers, with a signal that ends all of it when its time is over. */
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
  new AppError('FETCH_FAILED', 'It took too long to fetch all of it.', { reason: 'total_timeout' });

/** The answer of what others wait for, too, or something else where it takes longer: it goes on all the same. */
export function orAfter<T, L>(timeoutMs: number, work: Promise<T>, late: L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
