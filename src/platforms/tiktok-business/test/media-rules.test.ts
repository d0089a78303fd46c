import { describeMediaRules, film, many, picture } from '../../../../test/platforms/draft-media.js';
import { tikTokBusiness } from '../definition.js';

describeMediaRules(tikTokBusiness, {
  takes: [many(35, picture())],
  refuses: [[[film({ width: 300, height: 600 })], 'media_too_small']],
});
