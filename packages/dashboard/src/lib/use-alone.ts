import { useRef } from 'react';

/**
 * Returns a function that runs one action at a time. It ignores a second press even before the button looks busy, and
 * ignores errors, which the caller has to show.
 */
export function useAlone(): (work: () => Promise<unknown>) => void {
  const isBusy = useRef(false);
  return (work) => {
    if (isBusy.current) return;
    isBusy.current = true;
    void work()
      .catch(() => undefined)
      .finally(() => {
        isBusy.current = false;
      });
  };
}
