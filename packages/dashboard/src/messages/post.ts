import { loadMessages } from './load-messages.js';

/** The texts of the screen of one post. */
export const t = await loadMessages({
  en: () => import('./en/post.js'),
  de: () => import('./de/post.js'),
});
