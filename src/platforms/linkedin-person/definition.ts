import { definePlatform } from '../kit/definition.js';
import { linkedInMediaRules } from '../kit/linkedin.js';

export const linkedInPerson = definePlatform({
  name: 'LINKEDIN_PERSON',
  label: 'LinkedIn (person)',
  path: 'linkedin-person',
  mediaRules: linkedInMediaRules,
});
