import { definePlatform } from '../kit/definition.js';
import { instagramMediaRules } from './media-rules.js';

export const instagram = definePlatform({
  name: 'INSTAGRAM',
  label: 'Instagram',
  path: 'instagram',
  mediaRules: instagramMediaRules,
});
