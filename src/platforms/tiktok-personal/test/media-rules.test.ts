import { describeMediaRules, video } from '../../../../test/platforms/draft-media.js';
import { tikTokPersonal } from '../definition.js';

describeMediaRules(tikTokPersonal, {
  takes: [[video()]],
  refuses: [[[video({ frameRate: 15 })], 'media_frame_rate_too_low']],
});
