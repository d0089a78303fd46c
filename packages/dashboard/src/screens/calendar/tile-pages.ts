import { firstDayOfWeek } from '../../lib/language.js';
import { rangeOf, startOfDay } from './range.js';
import type { ShownPeriod } from './shown-period.js';

const pageRows = 100;

export interface Instants {
  from: string;
  until: string;
}

/** Returns the time that the calendar shows. */
export function shownSpan(period: ShownPeriod): Instants {
  const { first, end } = rangeOf(period, firstDayOfWeek);
  return { from: startOfDay(first, period.zone), until: startOfDay(end, period.zone) };
}

/** The list shows no pictures. */
export const hasPictures = ({ view }: ShownPeriod): boolean => view !== 'list';

/** Returns the query of the first page of a span. */
export const pageQuery = (workspaceId: string, { from, until }: Instants, withPictures: boolean) => ({
  workspaceId,
  // The API excludes the bounds. Times have a precision of one millisecond, so this bound includes `from`.
  scheduledAfter: new Date(Date.parse(from) - 1).toISOString(),
  scheduledBefore: until,
  sort: 'scheduledAt' as const,
  limit: pageRows,
  ...(withPictures && { expand: 'media.asset' }),
});

const spansMax = 8;
/** A little more than needed, so that spans seldom need a second page. */
const spareFactor = 1.15;

interface Page {
  data: readonly { scheduledAt: string | null }[];
  nextCursor: string | null;
}

/**
 * Divides the time after a page into spans that are read at once: each would fill about a page if the posts go on as
 * densely. The first begins with the last post, at whose time there may be further posts.
 */
export function spansAfter({ data, nextCursor }: Page, until: string): Instants[] {
  if (nextCursor === null) return [];
  const times = data.flatMap(({ scheduledAt }) => scheduledAt ?? []);
  const [first = until, last = until] = [times[0], times.at(-1)];
  const [firstMs, lastMs, untilMs] = [first, last, until].map((at) => Date.parse(at)) as [
    number,
    number,
    number,
  ];
  const pagesLeft = ((untilMs - lastMs) / Math.max(1, lastMs - firstMs)) * spareFactor;
  const count = Math.min(spansMax, Math.max(1, Math.ceil(pagesLeft)));
  const bounds = Array.from({ length: count }, (_, index) =>
    new Date(lastMs + Math.floor(((untilMs - lastMs) / count) * index)).toISOString(),
  );
  return bounds.map((from, index) => ({ from, until: bounds[index + 1] ?? until }));
}
