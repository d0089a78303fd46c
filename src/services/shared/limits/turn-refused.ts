import { AppError } from '../../../domain/errors.js';

/** Limits of what runs or waits at the same time, by their names in errors and headers (docs/requests.md). */
export interface TurnLimit {
  policy: 'account-calls' | 'searches' | 'passwords';
  limit: number;
  /** When it is worth to ask again. */
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
