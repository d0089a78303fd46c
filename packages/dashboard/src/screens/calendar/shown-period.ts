import { localTimeZone } from '../../lib/dates.js';
import type { UrlParams } from '../../lib/use-url-params.js';
import { isDay, todayIn, views, type Period, type View } from './range.js';

const narrow = '(max-width: 40rem)';

export interface ShownPeriod extends Period {
  /** The zone in which times are shown. */
  zone: string;
}

/**
 * Returns the period and filters that the parameters of the calendar's URL ask for. The defaults are today and the
 * reader's zone.
 */
export function shownPeriod(values: UrlParams): ShownPeriod {
  const zone = isZone(values['zone']) ? values['zone'] : localTimeZone();
  // The list is the default in narrow windows, because seven columns do not fit there.
  const usual: View = globalThis.matchMedia(narrow).matches ? 'list' : 'month';
  return {
    view: views.find((view) => view === values['view']) ?? usual,
    day: isDay(values['day']) ? values['day'] : todayIn(zone),
    isDayChosen: isDay(values['day']),
    zone,
  };
}

function isZone(text: string | undefined): text is string {
  if (text === undefined) return false;
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
