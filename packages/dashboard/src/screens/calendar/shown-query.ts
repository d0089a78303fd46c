import type { paths } from '../../../../client/src/api-types.js';
import { firstDayOfWeek } from '../../lib/language.js';
import { rangeOf, startOfDay } from './range.js';
import type { ShownPeriod } from './shown-period.js';

export type CalendarQuery = paths['/calendar']['get']['parameters']['query'];

/** Returns the query of the posts that the calendar shows. */
export function shownQuery(workspaceId: string, period: ShownPeriod): CalendarQuery {
  const { first, end } = rangeOf(period, firstDayOfWeek);
  const fromMs = Date.parse(startOfDay(first, period.zone));
  return {
    workspaceId,
    // The API excludes the bounds. Times have a precision of one millisecond, so this bound includes the first one.
    scheduledAfter: new Date(fromMs - 1).toISOString(),
    scheduledBefore: startOfDay(end, period.zone),
    // The list shows no pictures.
    pictures: period.view !== 'list',
  };
}
