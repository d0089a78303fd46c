import { definePlatform } from '../kit/definition.js';
import { youTubeMediaRules } from './media-rules.js';

export const youTube = definePlatform({
  name: 'YOUTUBE',
  label: 'YouTube',
  path: 'youtube',
  mediaRules: youTubeMediaRules,
});
