import { describeMediaRules, video, image } from '../../../../test/platforms/draft-media.js';
import { youTube } from '../definition.js';

describeMediaRules(youTube, {
  takes: [[video()]],
  refuses: [
    [[image()], 'media_type_not_allowed'],
    [[video(), video()], 'media_count_exceeded'],
  ],
});
