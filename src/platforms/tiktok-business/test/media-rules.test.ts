import { describeMediaRules, video, many, image } from '../../../../test/platforms/draft-media.js';
import { tikTokBusiness } from '../definition.js';

describeMediaRules(tikTokBusiness, {
  takes: [many(35, image())],
  refuses: [[[video({ width: 300, height: 600 })], 'media_too_small']],
});
