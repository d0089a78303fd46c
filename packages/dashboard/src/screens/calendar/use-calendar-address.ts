import { useMemo } from 'react';
import { localTimeZone } from '../../lib/dates.js';
import { useAddress } from '../../lib/use-address.js';
import { isDay, todayIn, views, type View } from './range.js';
import type { Filters } from './tiles.js';

const narrow = '(max-width: 40rem)';

export interface CalendarAddress {
  view: View;
  day: string;
  /** The zone whose wall clock is shown. */
  zone: string;
  filters: Filters;
  set: (changes: {
    view?: View;
    day?: string;
    zone?: string;
    accounts?: readonly string[];
    states?: readonly string[];
  }) => void;
}

/** What is shown stands in the address; what it does not say is today, in the reader's zone, unfiltered. */
export function useCalendarAddress(): CalendarAddress {
  const [values, setValues] = useAddress();
  const { accounts, states } = values;
  const filters = useMemo(() => ({ accounts: listOf(accounts), states: listOf(states) }), [accounts, states]);
  const zone = isZone(values['zone']) ? values['zone'] : localTimeZone();
  // A narrow window has no room for seven columns of words.
  const usual: View = globalThis.matchMedia(narrow).matches ? 'list' : 'month';
  return {
    view: views.find((view) => view === values['view']) ?? usual,
    day: isDay(values['day']) ? values['day'] : todayIn(zone),
    zone,
    filters,
    set: (changes) => {
      setValues(Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, String(value)])));
    },
  };
}

const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter((part) => part !== '');

function isZone(text: string | undefined): text is string {
  if (text === undefined) return false;
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
