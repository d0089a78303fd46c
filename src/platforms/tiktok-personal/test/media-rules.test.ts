import { describeMediaRules, film } from '../../../../test/platforms/draft-media.js';
import { tikTokPersonal } from '../definition.js';

describeMediaRules(tikTokPersonal, {
  takes: [[film()]],
  refuses: [[[film({ frameRate: 15 })], 'media_frame_rate_too_low']],
});
