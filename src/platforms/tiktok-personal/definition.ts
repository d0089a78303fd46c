import { definePlatform } from '../kit/definition.js';
import { tikTokPersonalMediaRules } from './media-rules.js';

export const tikTokPersonal = definePlatform({
  name: 'TIKTOK_PERSONAL',
  label: 'TikTok (personal)',
  path: 'tiktok-personal',
  mediaRules: tikTokPersonalMediaRules,
});
