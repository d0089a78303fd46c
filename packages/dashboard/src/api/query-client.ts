import { QueryClient } from '@tanstack/react-query';
import { ApiError, AwayError } from './errors.js';

const triesMax = 3;
const waitMsFirst = 1_000;
const waitMsMax = 10_000;
const freshMs = 10_000;

/** Retries only passing errors, and only reads. Actions are repeated by the user. */
function isPassing(error: unknown): boolean {
  if (error instanceof AwayError) return true;
  return error instanceof ApiError && (error.status >= 500 || error.status === 429);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      networkMode: 'always',
      retry: (failures, error) => failures + 1 < triesMax && isPassing(error),
      retryDelay: (failures, error) => {
        const asked = error instanceof ApiError ? error.retryAfterMs : null;
        return Math.min(asked ?? waitMsFirst * 2 ** failures, waitMsMax);
      },
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
