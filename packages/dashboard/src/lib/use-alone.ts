import { useRef } from 'react';

/**
 * Runs one action at a time: it ignores a second press even before the button shows that the first is running. The
 * caller shows its errors.
 */
export function useAlone(): (work: () => Promise<void>) => void {
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
