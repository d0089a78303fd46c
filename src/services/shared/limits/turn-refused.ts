import { AppError } from '../../../domain/errors.js';

/** A limit on work that runs or waits at the same time, by its name in errors and headers (docs/requests.md). */
export interface TurnLimit {
  policy: 'account-calls' | 'searches' | 'passwords' | 'streams';
  limit: number;
  /** The time after which the caller should try again. */
  retryAfterMs: number;
}

export const turnRefused = (
  { retryAfterMs, policy, limit }: TurnLimit,
  message: string,
  cause?: unknown,
): AppError<'RATE_LIMITED'> =>
  new AppError(
    'RATE_LIMITED',
    message,
    { retryAfterMs, policy, limit, remaining: 0, windowMs: null },
    { cause },
  );
