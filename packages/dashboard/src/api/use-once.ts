import { useRef } from 'react';
import { newIdempotencyKey } from './client.js';
import { AwayError } from './errors.js';

/**
 * The Idempotency-Key of something that can be asked for again and again. To ask for the same after a lost answer is one
 * wish; any answer, also a refusal, ends it, and so does asking for something else.
 */
export function useOnce(): { key: (wish: unknown) => string; settle: (error: unknown) => void } {
  const kept = useRef<{ wish: string; key: string } | null>(null);
  return {
    key: (given) => {
      const wish = JSON.stringify(given ?? null);
      if (kept.current?.wish !== wish) kept.current = { wish, key: newIdempotencyKey() };
      return kept.current.key;
    },
    settle: (error) => {
      if (!(error instanceof AwayError)) kept.current = null;
    },
  };
}
