import { describeMediaRules, film, many, picture } from '../../../../test/platforms/draft-media.js';
import { facebookPage } from '../definition.js';

describeMediaRules(facebookPage, {
  takes: [many(10, picture()), []],
  refuses: [
    [many(11, picture()), 'media_count_exceeded'],
    [[picture(), film()], 'media_mix_not_allowed'],
  ],
});
