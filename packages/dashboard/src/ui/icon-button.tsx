import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { LucideIcon } from 'lucide-react';
import { Button } from './button.js';

/** A button that is only an icon. A tooltip shows its name to those who point at it or focus it. */
export function IconButton(props: { label: string; icon: LucideIcon; onClick: () => void }) {
  const { label, icon: Icon, onClick } = props;
  return (
    <Base.Root>
      <Base.Trigger
        render={
          <Button aria-label={label} className="px-2!" onClick={onClick}>
            <Icon className="size-4.5" />
          </Button>
        }
      />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-60">
          <Base.Popup className="rounded-sm bg-ink px-2 py-1 text-xs font-medium text-surface shadow-popup">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
