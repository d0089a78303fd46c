import { useMemo } from 'react';
import { localTimeZone } from '../../lib/dates.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { isDay, todayIn, views, type Period, type View } from './range.js';
import type { Filters } from './tiles.js';

const narrow = '(max-width: 40rem)';

export interface CalendarParams extends Period {
  /** The zone in which times are shown. */
  zone: string;
  filters: Filters;
  set: (changes: {
    view?: View;
    /** An empty text stands for today. */
    day?: string;
    zone?: string;
    accounts?: readonly string[];
    states?: readonly string[];
  }) => void;
}

/** Keeps view, day, zone and filters in the URL. The defaults are today, the reader's zone and no filter. */
export function useCalendarParams(): CalendarParams {
  const [values, setValues] = useUrlParams();
  const { accounts, states } = values;
  const filters = useMemo(() => ({ accounts: listOf(accounts), states: listOf(states) }), [accounts, states]);
  const zone = isZone(values['zone']) ? values['zone'] : localTimeZone();
  // The list is the default in narrow windows, because seven columns do not fit there.
  const usual: View = globalThis.matchMedia(narrow).matches ? 'list' : 'month';
  return {
    view: views.find((view) => view === values['view']) ?? usual,
    day: isDay(values['day']) ? values['day'] : todayIn(zone),
    isDayChosen: isDay(values['day']),
    zone,
    filters,
    set: (changes) =>
      setValues(Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, String(value)]))),
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
