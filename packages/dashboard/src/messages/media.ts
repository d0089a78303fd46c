import { loadMessages } from './load-messages.js';

/** The texts of the media library. */
export const t = await loadMessages({
  en: () => import('./en/media.js'),
  de: () => import('./de/media.js'),
});
