import { wallClockOf } from '../../lib/date-fields.js';
import { userLocale } from '../../lib/language.js';

const dayMs = 86_400_000;

/** The posts of one day, `2027-03-24`. */
export interface Day<Post> {
  /** Null for posts whose day has passed without being published. */
  day: string | null;
  posts: Post[];
}

/** Groups posts, which are in the order of their times, by the days of a zone. Posts without a time are left out. */
export function inDays<Post extends { scheduledAt: string | null }>(
  posts: readonly Post[],
  { today, timeZone }: { today: string; timeZone: string },
): Day<Post>[] {
  const days = new Map<string | null, Post[]>();
  for (const post of posts) {
    if (post.scheduledAt === null) continue;
    const { date } = wallClockOf(post.scheduledAt, timeZone);
    const day = date < today ? null : date;
    days.set(day, [...(days.get(day) ?? []), post]);
  }
  return [...days].map(([day, ofDay]) => ({ day, posts: ofDay }));
}

export const dayAt = (nowMs: number, timeZone: string): string =>
  wallClockOf(new Date(nowMs).toISOString(), timeZone).date;

/** Whether a day is today or tomorrow; null if it is neither. */
export function nearnessOf(day: string, today: string): 'today' | 'tomorrow' | null {
  const days = (Date.parse(day) - Date.parse(today)) / dayMs;
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : null;
}

/** Formats a day in the reader's language, with its year if that is another one: "Wednesday, March 24". */
export function dayLabel(day: string, today: string, locale = userLocale): string {
  const isThisYear = day.slice(0, 'YYYY'.length) === today.slice(0, 'YYYY'.length);
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(day));
}
