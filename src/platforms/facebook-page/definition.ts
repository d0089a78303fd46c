import { definePlatform } from '../kit/definition.js';
import { facebookPageMediaRules } from './media-rules.js';

export const facebookPage = definePlatform({
  name: 'FACEBOOK_PAGE',
  label: 'Facebook Page',
  path: 'facebook-page',
  mediaRules: facebookPageMediaRules,
});
