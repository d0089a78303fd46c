import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { RefObject } from 'react';

/** The name of an element, shown below it. */
export default function Tooltip({ text, of }: { text: string; of: RefObject<HTMLElement | null> }) {
  return (
    <Base.Root open>
      <Base.Portal>
        <Base.Positioner anchor={of} sideOffset={6} className="z-60">
          <Base.Popup className="rounded-sm bg-ink px-2 py-1 text-xs font-medium text-surface shadow-popup">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
