import { Select as Base } from '@base-ui/react/select';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../messages/common.js';
import { inputClass } from './field.js';
import { popupItemClass, popupListClass } from './popup-list.js';

export interface SelectItem {
  value: string;
  label: string;
  /** The content of the item in the list, such as an image with text. Default: the label. */
  content?: ReactNode;
}

/** A select without a visible label, whose items can have images. In forms, use `SelectField`. */
export function Select(props: {
  label: string;
  items: readonly SelectItem[];
  value: string | null;
  onValue: (value: string) => void;
  placeholder?: string;
}) {
  const { label, items, value, onValue, placeholder = t('choose') } = props;
  return (
    <Base.Root
      items={items.map((item) => ({ value: item.value, label: item.label }))}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onValue(next);
      }}
    >
      <Base.Trigger
        aria-label={label}
        className={`${inputClass} flex items-center justify-between gap-2 text-left`}
      >
        <Base.Value placeholder={placeholder} />
        <Base.Icon aria-hidden>
          <ChevronDown className="size-4 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50">
          <Base.Popup className={popupListClass}>
            {items.map((item) => (
              <Base.Item key={item.value} value={item.value} className={popupItemClass}>
                <Base.ItemText>{item.content ?? item.label}</Base.ItemText>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
