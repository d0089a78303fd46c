import { ChevronDown } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';
import type { Told } from '../lib/told.js';
import { ToldText } from './told-text.js';

export const inputClass =
  'w-full min-h-9 rounded-md border border-edge bg-surface px-3 py-1.5 text-base text-ink placeholder:text-muted aria-invalid:border-bad disabled:opacity-60 pointer-coarse:min-h-11';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The error message of the field, as a sentence. */
  error?: Told | undefined;
  children: (ids: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** A label with its control, hint and error, linked for screen readers. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .join(' ')
    .trim();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted empty:hidden">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          <ToldText told={error} />
        </p>
      )}
    </div>
  );
}

type Own = Omit<FieldProps, 'children'>;

/** A label with several controls, and the hint and error about all of them. */
export function FieldGroup({ label, hint, error, children }: Own & { children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={`${id}-told`}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {children}
      <div id={`${id}-told`} className="mt-1 text-sm text-muted empty:hidden">
        {hint}
        {error !== undefined && (
          <p className="font-medium text-bad">
            <ToldText told={error} />
          </p>
        )}
      </div>
    </fieldset>
  );
}

export function TextField({ label, hint, error, ...input }: Own & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <input {...input} {...ids} className={inputClass} />}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  ...input
}: Own & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <textarea {...input} {...ids} className={inputClass} />}
    </Field>
  );
}

export interface Choice {
  value: string;
  label: string;
}

export interface SelectFieldProps extends Own {
  choices: readonly Choice[];
  value: string;
  onValue: (value: string) => void;
  disabled?: boolean;
}

/** A native select, which works on every device and with every screen reader. Use `Select` for items with images. */
export function SelectField({ label, hint, error, choices, value, onValue, disabled }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="relative">
          <select
            {...ids}
            value={value}
            disabled={disabled}
            onChange={(event) => onValue(event.target.value)}
            className={`${inputClass} appearance-none pr-9 text-ellipsis`}
          >
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted" />
        </div>
      )}
    </Field>
  );
}

interface ChoiceBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  type?: 'checkbox' | 'radio';
  label: ReactNode;
  hint?: ReactNode;
}

export function ChoiceBox({ type = 'checkbox', label, hint, ...input }: ChoiceBoxProps) {
  const id = useId();
  return (
    <div className="flex min-h-8 items-start gap-2 py-1">
      <input
        {...input}
        id={id}
        type={type}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-0.5 size-4.5 shrink-0 accent-accent"
      />
      <div className="text-base">
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-muted empty:hidden">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
