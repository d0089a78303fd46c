import { useMemo } from 'react';
import { useUrlParams } from '../../lib/use-url-params.js';
import type { View } from './range.js';
import { shownPeriod, type ShownPeriod } from './shown-period.js';
import type { Filters } from './tiles.js';

export interface CalendarParams extends ShownPeriod {
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
  return {
    ...shownPeriod(values),
    filters,
    set: (changes) =>
      setValues(Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, String(value)]))),
  };
}

const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter((part) => part !== '');
