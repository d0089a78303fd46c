import { useRef } from 'react';
import { newIdempotencyKey } from './client.js';
import { isOutcomeUnknown } from './errors.js';

interface Kept {
  wish: string;
  key: string;
}

/**
 * Manages the Idempotency-Key of a repeatable action. The key is reused while the outcome of the same request is
 * unknown. A clear response, even a refusal, or a different request ends it. With `name`, the key survives a reload,
 * like the text of `useKeptText`.
 */
export function useOnce(name?: string): { key: (wish: unknown) => string; settle: (error: unknown) => void } {
  const kept = useRef<Kept | null>(null);
  return {
    key: (given) => {
      const wish = JSON.stringify(given ?? null);
      const last = kept.current ?? stored(name);
      kept.current = last?.wish === wish ? last : { wish, key: newIdempotencyKey() };
      store(name, kept.current);
      return kept.current.key;
    },
    settle: (error) => {
      if (isOutcomeUnknown(error)) return;
      kept.current = null;
      store(name, null);
    },
  };
}

const placeOf = (name: string): string => `punctual.once.${name}`;

function stored(name: string | undefined): Kept | null {
  const text = name === undefined ? null : globalThis.sessionStorage.getItem(placeOf(name));
  return text === null ? null : (JSON.parse(text) as Kept);
}

function store(name: string | undefined, kept: Kept | null): void {
  if (name === undefined) return;
  if (kept === null) globalThis.sessionStorage.removeItem(placeOf(name));
  else globalThis.sessionStorage.setItem(placeOf(name), JSON.stringify(kept));
}
