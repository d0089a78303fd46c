import type { components } from '../../../client/src/api-types.js';

type Post = components['schemas']['Post'];
type Code = NonNullable<Post['warnings']>[number]['code'];

const aboutContent: ReadonlySet<Code> = new Set<Code>([
  'FIRST_COMMENT_MAY_BE_REJECTED',
  'LINK_COSTS_MORE',
  'QUOTE_MAY_BE_REJECTED',
  'REPLY_MAY_BE_REJECTED',
  'SAME_TEXT_RECENTLY',
]);

/**
 * Returns the warnings about being published late, or not at all. Those about the content are left
 * out: the composer shows them while the text can still be changed.
 */
export const lateWarnings = ({ warnings = [] }: Pick<Post, 'warnings'>): NonNullable<Post['warnings']> =>
  warnings.filter(({ code }) => !aboutContent.has(code));
