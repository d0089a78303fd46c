import type { components } from '../../../client/src/api-types.js';
import { loadMessages } from './load-messages.js';

/** All sentences get the same values, so their types do not say which values a sentence contains. */
type Timeline = Record<components['schemas']['TimelineEntry']['kind'], string> & {
  unknown: string;
  field: Record<string, string>;
};

/** The sentences of the timeline. They get "none" for a value that an entry does not have. */
export const t = await loadMessages<Timeline>({
  en: () => import('./en/timeline.js'),
  de: () => import('./de/timeline.js'),
});
