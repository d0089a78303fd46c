import type { ReactNode } from 'react';
import { ChoiceBox } from './field.js';

interface ChoiceBoxesProps<Value extends string> {
  choices: readonly { value: Value; label: string; hint?: ReactNode; disabled?: boolean }[];
  picked: readonly Value[];
  onPicked: (values: readonly Value[]) => void;
  /** Whether the last checked box cannot be unchecked. */
  keepsOne?: boolean;
}

/** Checkboxes, of which any number may be checked. */
export function ChoiceBoxes<Value extends string>(props: ChoiceBoxesProps<Value>) {
  const { choices, picked, onPicked, keepsOne = false } = props;
  return choices.map(({ value, label, hint, disabled = false }) => (
    <ChoiceBox
      key={value}
      label={label}
      hint={hint}
      checked={picked.includes(value)}
      disabled={disabled || (keepsOne && picked.length === 1 && picked[0] === value)}
      onChange={({ target }) =>
        onPicked(target.checked ? [...picked, value] : picked.filter((one) => one !== value))
      }
    />
  ));
}
