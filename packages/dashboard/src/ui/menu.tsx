import { Menu as Base } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass, type Look } from './button.js';
import { popupItemClass, popupListClass } from './popup-list.js';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

/** A menu with the actions of a row. `label` names the row: "Actions for Summer sale". */
export function Menu(props: {
  label: string;
  items: readonly MenuItem[];
  trigger?: ReactNode;
  look?: Look;
  className?: string;
}) {
  const { label, items, trigger, look = 'quiet', className = '' } = props;
  return (
    <Base.Root>
      <Base.Trigger aria-label={label} className={`${buttonClass(look)} ${className}`}>
        {trigger ?? <Ellipsis className="size-5" />}
      </Base.Trigger>
      <Base.Portal>
        {/* Above bars that stick to the window, so that a press outside only closes the menu. */}
        <Base.Backdrop className="fixed inset-0 z-40" />
        <Base.Positioner sideOffset={4} align="end" className="z-50">
          <Base.Popup className={popupListClass}>
            {items.map((item) => (
              <Base.Item
                key={item.label}
                disabled={item.disabled ?? false}
                onClick={item.onSelect}
                className={`${popupItemClass} ${item.danger === true ? 'text-bad' : ''}`}
              >
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
