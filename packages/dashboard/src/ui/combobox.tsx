import { Combobox as Base } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Told } from '../lib/told.js';
import { t } from '../messages/common.js';
import { Field, inputClass, type Choice } from './field.js';
import { popupItemClass, popupListClass } from './popup-list.js';

interface ComboboxProps {
  label: string;
  hint?: ReactNode;
  error?: Told | undefined;
  choices: readonly Choice[];
  value: string;
  onValue: (value: string) => void;
}

/** A field that finds one of many choices by typing. For a dozen or fewer, use `SelectField`. */
export function ComboboxField({ label, hint, error, choices, value, onValue }: ComboboxProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <Base.Root
          items={choices}
          value={choices.find((choice) => choice.value === value) ?? null}
          isItemEqualToValue={(one, other) => one?.value === other?.value}
          autoHighlight
          onValueChange={(next: Choice | null) => {
            if (next !== null) onValue(next.value);
          }}
        >
          <Base.InputGroup className="relative">
            {/* A click selects the text, so that typing replaces it. */}
            <Base.Input
              {...ids}
              className={`${inputClass} pr-9 text-ellipsis`}
              onFocus={(event) => event.target.select()}
            />
            <Base.Icon className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted">
              <ChevronDown className="size-4" />
            </Base.Icon>
          </Base.InputGroup>
          <Base.Portal>
            <Base.Positioner sideOffset={4} className="z-50">
              <Base.Popup className={`${popupListClass} w-(--anchor-width)`}>
                <Base.Empty className="px-3 text-sm text-muted not-empty:py-2">
                  {t('nothingFound')}
                </Base.Empty>
                <Base.List>
                  {(choice: Choice) => (
                    <Base.Item key={choice.value} value={choice} className={popupItemClass}>
                      {choice.label}
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
