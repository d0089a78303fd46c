import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { buttonClass } from '../../ui/button.js';
import { Popover } from '../../ui/popover.js';

/** A button that opens a small panel below it. */
export function PopupPanel(props: { label: ReactNode; title: string; children: ReactNode }) {
  const { label, title, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={title}
      trigger={
        <button type="button" className={buttonClass()}>
          {label}
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </button>
      }
      open={isOpen}
      onOpen={setOpen}
      className="flex max-h-(--available-height) w-144 flex-col gap-4 overflow-auto"
    >
      {children}
    </Popover>
  );
}
