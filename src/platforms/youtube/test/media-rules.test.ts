import { describeMediaRules, film, picture } from '../../../../test/platforms/draft-media.js';
import { youTube } from '../definition.js';

describeMediaRules(youTube, {
  takes: [[film()]],
  refuses: [
    [[picture()], 'media_type_not_allowed'],
    [[film(), film()], 'media_count_exceeded'],
  ],
});
