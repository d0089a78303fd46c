import { useEffect, useRef, type ReactNode } from 'react';
import { announce } from '../lib/announce.js';

/**
 * The frame of every screen. When a screen opens, its heading gets the focus and the window gets its title, so that
 * screen readers announce both.
 */
export function Screen({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasShown = useRef(false);
  useEffect(() => {
    const windowTitle = `${title} – Punctual`;
    const isSameScreen = document.title === windowTitle;
    document.title = windowTitle;
    if (!isSameScreen) announce(title);
    // If only the content or the title is new, as after "Loading", the focus stays where the user has moved it meanwhile.
    const isNew = !isSameScreen && !wasShown.current;
    wasShown.current = true;
    const { activeElement } = document;
    const isMoved = activeElement !== document.body && activeElement !== heading.current;
    if (isNew || !isMoved) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} dir="auto" className="min-w-0 text-2xl font-bold wrap-anywhere">
          {title}
        </h1>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
