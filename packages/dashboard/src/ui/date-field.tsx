import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Temporal } from '../lib/temporal.js';
import { formatTypedDate, formatTypedTime, parseTypedDate, parseTypedTime } from '../lib/typed-dates.js';
import type { Told } from '../lib/told.js';
import { t } from '../messages/common.js';
import { Button } from './button.js';
import { Field, inputClass } from './field.js';
import { Popover } from './popover.js';

const Month = lazy(() => import('./month.js'));

interface TypedFieldProps {
  label: string;
  hint?: ReactNode;
  error?: Told | undefined;
  required?: boolean;
  /** A date such as `2027-03-24`, or a time such as `09:00`. It is empty while the field has no valid value. */
  value: string;
  onValue: (value: string) => void;
}

interface Typing {
  parse: (typed: string) => string | null;
  format: (value: string) => string;
  /** Returns the next value, or the previous one. */
  step: (value: string | null, by: 1 | -1) => string;
  mistake: string;
}

const today = (): string => Temporal.Now.plainDateISO().toString();
const stepMinutes = 15;

const dates: Typing = {
  parse: (typed) => parseTypedDate(typed, today()),
  format: formatTypedDate,
  step: (value, by) =>
    Temporal.PlainDate.from(value ?? today())
      .add({ days: by })
      .toString(),
  mistake: t('dateMistake', { example: formatTypedDate('2027-03-24') }),
};

const times: Typing = {
  parse: parseTypedTime,
  format: formatTypedTime,
  step: (value, by) =>
    Temporal.PlainTime.from(value ?? '12:00')
      .add({ minutes: by * stepMinutes })
      .toString({ smallestUnit: 'minute' }),
  mistake: t('timeMistake', { example: formatTypedTime('18:30') }),
};

/**
 * A field for a date, as it is written in the user's region, with a month to choose from. A native field would have the
 * browser's language instead of the user's.
 */
export function DateField(props: TypedFieldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <TypedField {...props} typing={dates}>
      {(choose) => (
        <Popover
          label={props.label}
          open={isOpen}
          onOpen={setOpen}
          trigger={
            <Button look="quiet" aria-label={t('openMonth')} className="absolute inset-y-0 right-0 px-2!">
              <CalendarDays className="size-4.5 text-muted" />
            </Button>
          }
        >
          <Suspense fallback={null}>
            <Month
              value={dates.parse(props.value)}
              onValue={(value) => {
                choose(value);
                setOpen(false);
              }}
            />
          </Suspense>
        </Popover>
      )}
    </TypedField>
  );
}

/** A field for a time of day, with the user's hour cycle. */
export const TimeField = (props: TypedFieldProps) => <TypedField {...props} typing={times} />;

interface TypedFieldOwnProps extends TypedFieldProps {
  typing: Typing;
  /** Buttons beside the text of the field. They are given a function that replaces the typed text. */
  children?: (choose: (value: string) => void) => ReactNode;
}

function TypedField(props: TypedFieldOwnProps) {
  const { label, hint, error, required, value, onValue, typing, children } = props;
  // The text in the field while the user types, and afterwards as long as it is not a valid date or time.
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(true);
  const isWrong = typed !== null && typed.trim() !== '' && typing.parse(typed) === null;
  // Stored drafts of other versions may have another value.
  const known = typing.parse(value);
  const type = (text: string): void => {
    setTyped(text);
    onValue(typing.parse(text) ?? '');
  };
  const choose = (next: string): void => {
    setTyped(null);
    onValue(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    choose(typing.step(known, event.key === 'ArrowUp' ? 1 : -1));
  };
  return (
    <Field label={label} hint={hint} error={isWrong && isLeft ? typing.mistake : error}>
      {(ids) => (
        <div className="relative">
          <input
            {...ids}
            ref={(input) => input?.setCustomValidity(isWrong ? typing.mistake : '')}
            required={required}
            autoComplete="off"
            className={inputClass}
            value={typed ?? (known === null ? value : typing.format(known))}
            onChange={(event) => type(event.target.value)}
            onFocus={() => setLeft(false)}
            onBlur={() => {
              setLeft(true);
              if (!isWrong) setTyped(null);
            }}
            onKeyDown={onKeyDown}
          />
          {children?.(choose)}
        </div>
      )}
    </Field>
  );
}
