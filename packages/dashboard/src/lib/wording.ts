import type { components } from '../../../client/src/api-types.js';
import { formatDay } from './dates.js';
import { userLanguage, userLocale } from './language.js';

type Price = NonNullable<components['schemas']['SocialAccountMetrics']['pricePerReading']>;

/** Writes a label as part of a sentence. German nouns keep their capitals, so German labels stay as they are. */
export const lowerCase = (label: string): string => (userLanguage === 'en' ? label.toLowerCase() : label);

/** Joins words into a list: "A, B and C". */
export const listOf = (words: readonly string[], locale = userLocale): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(words);

/** Formats a span of time in the reader's language: "3 days". */
export const formatSpan = (
  count: number,
  unit: 'hour' | 'day' | 'week' = 'day',
  locale = userLocale,
): string => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** Prices have up to three digits after the point, so rounding also removes the error of a sum of fractions. */
export const money = (amount: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 3,
  }).format(amount);

/** Returns a platform's price for each reading of a post, and the day of its price list. */
export const priceTexts = ({ amount, currency, asOf }: Price): { price: string; day: string } => ({
  price: money(Number(amount), currency, userLocale),
  // The day of a price list is the same in all time zones.
  day: formatDay(`${asOf}T00:00:00Z`, { timeZone: 'UTC' }),
});
