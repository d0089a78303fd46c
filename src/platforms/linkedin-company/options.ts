import { z } from 'zod';
import { linkedInOptionShape } from '../linkedin/options.js';
import { platformOptions } from '../kit/options.js';

/** The schema of a post's `platformOptions`. */
export const linkedInCompanyOptionsSchema = platformOptions('LINKEDIN_COMPANY', {
  visibility: z.enum(['PUBLIC']).default('PUBLIC').meta({
    title: 'Who can see it',
    description: 'Who can see the post. Posts of a company page are always public.',
  }),
  ...linkedInOptionShape,
});
