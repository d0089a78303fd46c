import { definePlatform } from '../kit/definition.js';
import { linkedInMediaRules } from '../kit/linkedin.js';

export const linkedInCompany = definePlatform({
  name: 'LINKEDIN_COMPANY',
  label: 'LinkedIn (company)',
  path: 'linkedin-company',
  mediaRules: linkedInMediaRules,
});
