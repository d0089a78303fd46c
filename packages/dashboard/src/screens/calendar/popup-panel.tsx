import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { buttonClass } from '../../ui/button.js';

/** The library of popups is large, so it is loaded after the posts are shown. */
export const loadPopover = () => import('../../ui/popover.js');
const Popover = lazy(async () => ({ default: (await loadPopover()).Popover }));

/** Three of them fit beside each other on a phone. */
const look = `${buttonClass()} max-sm:gap-1! max-sm:px-2.5!`;

/** A button that opens a small panel below it. */
export function PopupPanel(props: { label: ReactNode; title: string; children: ReactNode }) {
  const { label, title, children } = props;
  // Null before it is opened for the first time.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const content = (
    <>
      {label}
      <ChevronDown aria-hidden className="size-4 text-muted" />
    </>
  );
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      className={look}
      onClick={() => setOpen(true)}
    >
      {content}
    </button>
  );
  if (isOpen === null) return button;
  return (
    <Suspense fallback={button}>
      <Popover
        label={title}
        trigger={
          <button type="button" className={look}>
            {content}
          </button>
        }
        open={isOpen}
        onOpen={setOpen}
        className="flex max-h-(--available-height) w-144 flex-col gap-4 overflow-auto"
      >
        {children}
      </Popover>
    </Suspense>
  );
}
