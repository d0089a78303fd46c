import { describeMediaRules, film, gif, many, picture } from '../../../../test/platforms/draft-media.js';
import { bluesky } from '../definition.js';

describeMediaRules(bluesky, {
  takes: [many(4, picture()), [film()]],
  refuses: [
    [many(5, picture()), 'media_count_exceeded'],
    [[film({ mime: 'video/webm' })], 'media_type_not_allowed'],
    [[gif()], 'media_type_not_allowed'],
  ],
});
