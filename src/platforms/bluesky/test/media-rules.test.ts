import { describeMediaRules, video, gif, many, image } from '../../../../test/platforms/draft-media.js';
import { bluesky } from '../definition.js';

describeMediaRules(bluesky, {
  takes: [many(4, image()), [video()]],
  refuses: [
    [many(5, image()), 'media_count_exceeded'],
    [[video({ mime: 'video/webm' })], 'media_type_not_allowed'],
    [[gif()], 'media_type_not_allowed'],
  ],
});
