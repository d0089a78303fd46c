import { QueryClient } from '@tanstack/react-query';
import { isStreamed } from './changes.js';
import { ApiError, AwayError } from './errors.js';
import { isFollowed, nextStreamedReadMs } from './polling.js';

const triesMax = 3;
const waitMsFirst = 1_000;
const waitMsMax = 10_000;
const freshMs = 10_000;

/** Whether a query is retried after this error. Mutations are never retried: the user repeats them. */
function isPassing(error: unknown): boolean {
  if (error instanceof AwayError) return true;
  return error instanceof ApiError && (error.status >= 500 || error.status === 429);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      networkMode: 'always',
      refetchInterval: ({ queryKey, state }) => isStreamed(queryKey) && nextStreamedReadMs(state.error),
      refetchOnWindowFocus: () => !isFollowed(),
      retry: (failures, error) => failures + 1 < triesMax && isPassing(error),
      retryDelay: (failures, error) => {
        const asked = error instanceof ApiError ? error.retryAfterMs : null;
        return Math.min(asked ?? waitMsFirst * 2 ** failures, waitMsMax);
      },
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
