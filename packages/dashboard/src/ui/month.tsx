import { DayPicker } from 'react-day-picker';
import { de } from 'react-day-picker/locale/de';
import { enUS } from 'react-day-picker/locale/en-US';
import { Temporal } from '../lib/temporal.js';
import { firstDayOfWeek, userLanguage, userLocale } from '../lib/language.js';
import { buttonClass } from './button.js';

const locales = { de, en: enUS };
const daysOfWeek = 7;
const arrowClass = `${buttonClass('quiet')} px-1.5!`;
const classNames = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: arrowClass,
  button_next: arrowClass,
  chevron: 'size-4 fill-current',
  month_caption: 'mb-2 flex h-9 items-center justify-center font-semibold',
  weekday: 'pb-1 text-xs font-medium text-muted',
  day: 'p-0 text-center',
  day_button: 'size-9 rounded-md hover:bg-raised pointer-coarse:size-11',
  today: 'font-semibold text-accent',
  outside: 'text-muted',
  selected: 'rounded-md bg-accent-soft font-semibold',
};

const dayFormat = new Intl.DateTimeFormat(userLocale, { dateStyle: 'full' });
const todayName = new Intl.RelativeTimeFormat(userLocale, { numeric: 'auto' }).format(0, 'day');
/** The names of the days contain the numbers that are shown, which "March 1st" does not. */
const labelDayButton = (date: Date, { today }: { today?: boolean }): string =>
  today === true ? `${dayFormat.format(date)}, ${todayName}` : dayFormat.format(date);

/** A month from which a date, `2027-03-24`, is chosen. Loaded when it is opened. */
export default function Month({
  value,
  onValue,
}: {
  value: string | null;
  onValue: (value: string) => void;
}) {
  const { year, month, day } = value === null ? Temporal.Now.plainDateISO() : Temporal.PlainDate.from(value);
  const shown = new Date(year, month - 1, day);
  return (
    <DayPicker
      mode="single"
      required
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- The user has just opened it.
      autoFocus
      showOutsideDays
      locale={locales[userLanguage]}
      labels={{ labelDayButton }}
      weekStartsOn={(firstDayOfWeek % daysOfWeek) as 0 | 1 | 6}
      defaultMonth={shown}
      selected={value === null ? undefined : shown}
      onSelect={(date: Date) =>
        onValue(new Temporal.PlainDate(date.getFullYear(), date.getMonth() + 1, date.getDate()).toString())
      }
      classNames={classNames}
    />
  );
}
