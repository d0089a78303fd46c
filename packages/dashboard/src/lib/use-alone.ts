import { useRef } from 'react';

/**
 * One at a time: a second press does nothing, even before the first one shows that it is at work. What fails is shown
 * where the call itself is.
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
