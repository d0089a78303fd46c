import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

/** The space that stays free below the calendar: its legend and the margin of the page. */
const belowPx = 64;
const heightPxMin = 480;

/**
 * A frame that reaches from its place to the bottom of the window, but has a minimum height in low windows. Its content
 * gets the height, after the first layout.
 */
export function RestOfWindow({ children }: { children: (heightPx: number) => ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState<number | null>(null);
  useLayoutEffect(() => {
    const fit = (): void => {
      const topPx = (frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
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
  }, []);
  return (
    <div ref={frame} style={{ height: `${heightPx ?? 0}px` }}>
      {heightPx !== null && children(heightPx)}
    </div>
  );
}
