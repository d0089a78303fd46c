import { describeMediaRules, video, many, image } from '../../../../test/platforms/draft-media.js';
import { facebookPage } from '../definition.js';

describeMediaRules(facebookPage, {
  takes: [many(10, image()), []],
  refuses: [
    [many(11, image()), 'media_count_exceeded'],
    [[image(), video()], 'media_mix_not_allowed'],
  ],
});
