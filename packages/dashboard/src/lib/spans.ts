import { userLocale } from './language.js';

/** Formats a span of time in the reader's language: "3 days". */
export const formatSpan = (
  count: number,
  unit: 'hour' | 'day' | 'week' = 'day',
  locale = userLocale,
): string => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
