import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';

/** A small window at a button. It closes on Escape and on a press outside, and is not modal. */
export function Popover(props: {
  /** The name for screen readers. */
  label: string;
  trigger: ReactElement<Record<string, unknown>>;
  open: boolean;
  onOpen: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
}) {
  const { label, trigger, open, onOpen, className = '', children } = props;
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpen(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={label}
            className={`max-w-(--available-width) rounded-lg border border-line bg-surface p-4 text-ink shadow-popup ${className}`}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
