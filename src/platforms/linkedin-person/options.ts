import { z } from 'zod';
import { linkedInOptionShape } from '../kit/linkedin/options.js';
import { platformOptions } from '../kit/options.js';

/** `platformOptions` of a post. */
export const linkedInPersonOptionsSchema = platformOptions('LINKEDIN_PERSON', {
  visibility: z
    .enum(['PUBLIC', 'CONNECTIONS'])
    .default('PUBLIC')
    .describe('Who sees it: everybody, or the member’s connections alone.'),
  ...linkedInOptionShape,
});
