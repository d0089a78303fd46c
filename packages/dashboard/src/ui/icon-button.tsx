import type { LucideIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from './button.js';

const Tooltip = lazy(() => import('./tooltip.js'));
const shownAfterMs = 400;

/** A button that is only an icon. A tooltip shows its name when it is pointed at or focused. */
export function IconButton(props: { label: string; icon: LucideIcon; onClick: () => void }) {
  const { label, icon: Icon, onClick } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isNamed, setNamed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = (): void => {
    clearTimeout(timer.current);
    setNamed(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      <Button
        ref={button}
        aria-label={label}
        className="px-2!"
        onPointerEnter={({ pointerType }) => {
          if (pointerType === 'mouse') timer.current = setTimeout(() => setNamed(true), shownAfterMs);
        }}
        onPointerLeave={hide}
        onFocus={({ target }) => setNamed(target.matches(':focus-visible'))}
        onBlur={hide}
        onKeyDown={({ key }) => {
          if (key === 'Escape') hide();
        }}
        onClick={() => {
          hide();
          onClick();
        }}
      >
        <Icon className="size-4.5" />
      </Button>
      {isNamed && (
        <Suspense fallback={null}>
          <Tooltip text={label} of={button} />
        </Suspense>
      )}
    </>
  );
}
