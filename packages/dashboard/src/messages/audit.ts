import type en from './en/audit.js';
import { loadMessages } from './load-messages.js';

/** The server may record fields that have no name here. */
type Audit = Omit<typeof en, 'field'> & { field: Record<string, string> };

/** The texts of the audit log. */
export const t = await loadMessages<Audit>({
  en: () => import('./en/audit.js'),
  de: () => import('./de/audit.js'),
});
