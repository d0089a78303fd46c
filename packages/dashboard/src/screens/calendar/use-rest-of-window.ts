import { useLayoutEffect, useState, type RefObject } from 'react';

/** The space that stays free below the calendar: its legend and the margin of the page. */
const belowPx = 64;
const heightPxMin = 480;

/**
 * Returns the height from the top of an element to the bottom of the window, but a minimum height in low windows. Null
 * before the first layout.
 */
export function useRestOfWindow(ref: RefObject<HTMLElement | null>): number | null {
  const [heightPx, setHeightPx] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const fit = (): void => {
      const topPx = element.getBoundingClientRect().top + window.scrollY;
      setHeightPx(Math.max(heightPxMin, Math.floor(window.innerHeight - topPx - belowPx)));
    };
    fit();
    // The elements above the calendar can change their height, such as when the title takes a second line.
    const watch = new ResizeObserver(fit);
    watch.observe(document.body);
    window.addEventListener('resize', fit);
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', fit);
    };
  }, [ref]);
  return heightPx;
}
