import { z } from 'zod';
import { linkedInOptionShape } from '../linkedin/options.js';
import { platformOptions } from '../kit/options.js';

/** The schema of a post's `platformOptions`. */
export const linkedInPersonOptionsSchema = platformOptions('LINKEDIN_PERSON', {
  visibility: z.enum(['PUBLIC', 'CONNECTIONS']).default('PUBLIC').meta({
    title: 'Who can see it',
    description: 'Who can see the post: everyone, or only the member’s connections.',
  }),
  ...linkedInOptionShape,
});
