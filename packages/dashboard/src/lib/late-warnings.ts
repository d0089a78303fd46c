import type { components } from '../../../client/src/api-types.js';

type Post = components['schemas']['Post'];

/**
 * Returns the warnings about being published late, or not at all. A warning about costs is left out: the composer shows
 * it while the text can still be changed.
 */
export const lateWarnings = ({ warnings = [] }: Pick<Post, 'warnings'>): NonNullable<Post['warnings']> =>
  warnings.filter(({ code }) => code !== 'LINK_COSTS_MORE');
