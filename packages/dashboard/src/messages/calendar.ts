import { loadMessages } from './load-messages.js';

/** The texts of the calendar. */
export const t = await loadMessages({
  en: () => import('./en/calendar.js'),
  de: () => import('./de/calendar.js'),
});
