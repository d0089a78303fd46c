import { Combobox as Base } from '@base-ui/react/combobox';
import { useState, type ReactNode, type RefObject } from 'react';
import { t } from '../messages/common.js';
import { Button, buttonClass } from './button.js';
import { inputClass } from './field.js';
import { popupItemClass, popupListClass } from './popup-list.js';

export interface PickerItem {
  value: string;
  label: string;
  /** A second line of text, which is also searched. */
  detail?: string;
  icon?: ReactNode;
}

interface PickerProps {
  /** The content of the button. */
  trigger: ReactNode;
  /** The label of the field in the list: "Find a member". */
  searchLabel: string;
  items: readonly PickerItem[];
  /** The text of a list without any items. */
  empty: string;
  onPick: (value: string) => void;
  /** A button below the list. */
  action?: { label: string; onSelect: () => void };
  /** The element that gets the focus afterwards, instead of the button. */
  finalFocus?: RefObject<HTMLElement | null>;
}

/** A button that opens a list to search. Unlike a field, it acts on the pick and keeps no value. */
export function Picker(props: PickerProps) {
  const { trigger, searchLabel, items, empty, onPick, action, finalFocus } = props;
  const [open, setOpen] = useState(false);
  return (
    <Base.Root
      open={open}
      onOpenChange={setOpen}
      items={items}
      value={null as PickerItem | null}
      itemToStringLabel={({ label, detail = '' }: PickerItem) => `${label} ${detail}`}
      autoHighlight
      onValueChange={(item: PickerItem | null) => {
        if (item !== null) onPick(item.value);
      }}
    >
      {/* It opens a dialog and has no value, so it is not a combobox. */}
      <Base.Trigger role="button" className={buttonClass()}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className="z-50">
          <Base.Popup
            aria-label={searchLabel}
            finalFocus={finalFocus ?? true}
            className={`${popupListClass} flex w-80 max-w-(--available-width) flex-col gap-1`}
          >
            <Base.Input aria-label={searchLabel} placeholder={searchLabel} className={inputClass} />
            <Base.Empty className="px-3 text-sm text-muted not-empty:py-2">
              {items.length === 0 ? empty : t('nothingFound')}
            </Base.Empty>
            <Base.List className="min-h-0 overflow-auto">
              {(item: PickerItem) => (
                <Base.Item key={item.value} value={item} className={popupItemClass}>
                  {item.icon}
                  <span className="min-w-0">
                    <span className="block wrap-anywhere">{item.label}</span>
                    {item.detail !== undefined && (
                      <span className="line-clamp-1 text-muted wrap-anywhere">{item.detail}</span>
                    )}
                  </span>
                </Base.Item>
              )}
            </Base.List>
            {action !== undefined && (
              <Button
                look="quiet"
                onClick={() => {
                  setOpen(false);
                  action.onSelect();
                }}
              >
                {action.label}
              </Button>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
