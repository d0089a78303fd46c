import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

/** The space that stays free below the calendar: its legend and the margin of the page. */
const belowPx = 64;

interface Size {
  heightPx: number;
  widthPx: number;
}

interface RestOfWindowProps {
  heightPxMin: number;
  children: (size: Size) => ReactNode;
}

/**
 * A frame that reaches from its place to the bottom of the window, but has a minimum height in low windows. Its content
 * gets the size, after the first layout.
 */
export function RestOfWindow({ heightPxMin, children }: RestOfWindowProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const fit = (): void => {
      const { top, width } = element.getBoundingClientRect();
      const freePx = Math.floor(window.innerHeight - top - window.scrollY - belowPx);
      setSize({ heightPx: Math.max(heightPxMin, freePx), widthPx: Math.floor(width) });
    };
    fit();
    // The elements above the calendar can change their height, such as when the title takes a second line.
    const watch = new ResizeObserver(fit);
    watch.observe(document.body);
    watch.observe(element);
    window.addEventListener('resize', fit);
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', fit);
    };
  }, [heightPxMin]);
  return (
    <div ref={frame} style={{ height: `${size?.heightPx ?? 0}px` }}>
      {size !== null && children(size)}
    </div>
  );
}
