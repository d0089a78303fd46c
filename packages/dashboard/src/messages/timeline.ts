import type { components } from '../../../client/src/api-types.js';
import { loadMessages } from './load-messages.js';

/** All sentences get the same values, so their types need not tell which of them each sentence contains. */
type Timeline = Record<components['schemas']['TimelineEntry']['kind'], string> & {
  unknown: string;
  field: Record<string, string>;
};

/** The sentences of the timeline. A value that an entry lacks is "none". */
export const t = await loadMessages<Timeline>({
  en: () => import('./en/timeline.js'),
  de: () => import('./de/timeline.js'),
});
