import { definePlatform } from '../kit/definition.js';
import { pinterestMediaRules } from './media-rules.js';

export const pinterest = definePlatform({
  name: 'PINTEREST',
  label: 'Pinterest',
  path: 'pinterest',
  mediaRules: pinterestMediaRules,
});
