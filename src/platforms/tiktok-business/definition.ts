import { definePlatform } from '../kit/definition.js';
import { tikTokBusinessMediaRules } from './media-rules.js';

export const tikTokBusiness = definePlatform({
  name: 'TIKTOK_BUSINESS',
  label: 'TikTok (business)',
  path: 'tiktok-business',
  mediaRules: tikTokBusinessMediaRules,
});
