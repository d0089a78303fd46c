import { loadMessages } from './load-messages.js';

/** The texts of the screen that creates a workspace. */
export const t = await loadMessages({
  en: () => import('./en/new-workspace.js'),
  de: () => import('./de/new-workspace.js'),
});
