import { t } from '../messages/changes.js';
import type { StateLabel } from './labels.js';

/** The state of a target that was removed from its platform. */
export const removedLabel: StateLabel = { label: t('removed'), tone: 'neutral' };
