import { inBrowser } from './in-browser.js';

/** The languages of the dashboard. */
const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The choices for each setting of this browser. `system` follows the browser's languages. */
export const languageChoices = ['system', ...languages] as const;
export const hourChoices = ['system', 'h23', 'h12'] as const;
export const weekChoices = ['system', 'monday', 'saturday', 'sunday'] as const;

type Setting = 'language' | 'hours' | 'week';
const storageKey = (setting: Setting): string => `punctual.${setting}`;

const weekdays = { monday: 1, saturday: 6, sunday: 7 } as const;

/** Some systems report names that are not locales, such as `en-US@posix`. */
const browserLocales = inBrowser ? navigator.languages.filter(isLocale) : [];
const languageOf = (one: string): string => new Intl.Locale(one).language;

function stored<Choice extends string>(setting: Setting, choices: readonly Choice[]): Choice | 'system' {
  const value = inBrowser ? globalThis.localStorage.getItem(storageKey(setting)) : null;
  return choices.find((choice) => choice === value) ?? 'system';
}

export const chosenLanguage = stored('language', languageChoices);
export const chosenHours = stored('hours', hourChoices);
export const chosenWeek = stored('week', weekChoices);

/** Stores a setting in this browser and loads the page again, because texts are read while it loads. */
export function choose(setting: Setting, value: string): void {
  globalThis.localStorage.setItem(storageKey(setting), value);
  globalThis.location.reload();
}

function isLocale(name: string): boolean {
  try {
    return new Intl.Locale(name).language !== '';
  } catch {
    return false;
  }
}

/** The language of the texts: the chosen one, or else the first of the browser's languages that is known. */
export const userLanguage = languageFor(chosenLanguage, browserLocales);

/** The locale of dates and numbers. It always has the language of the texts, so that the two never mix. */
export const userLocale = localeFor(userLanguage, chosenHours, browserLocales);

/** The first day of the week, from 1 for Monday to 7 for Sunday. */
export const firstDayOfWeek = firstDayFor(chosenWeek, userLocale);

export function languageFor(chosen: typeof chosenLanguage, locales: readonly string[]): Language {
  if (chosen !== 'system') return chosen;
  return locales.flatMap((one) => languages.filter((known) => known === languageOf(one)))[0] ?? 'en';
}

export function localeFor(shown: Language, hours: typeof chosenHours, locales: readonly string[]): string {
  const regional = locales.find((one) => languageOf(one) === shown) ?? shown;
  return new Intl.Locale(regional, hours === 'system' ? {} : { hourCycle: hours }).toString();
}

export function firstDayFor(chosen: typeof chosenWeek, ofLocale: string): number {
  if (chosen !== 'system') return weekdays[chosen];
  const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(ofLocale);
  return known.getWeekInfo?.().firstDay ?? weekdays.monday;
}
