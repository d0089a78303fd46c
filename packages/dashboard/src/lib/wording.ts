import { userLanguage, userLocale } from './language.js';

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
