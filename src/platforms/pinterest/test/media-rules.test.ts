import { describeMediaRules, video, many, image } from '../../../../test/platforms/draft-media.js';
import { pinterest } from '../definition.js';

describeMediaRules(pinterest, {
  takes: [many(5, image())],
  refuses: [
    [many(6, image()), 'media_count_exceeded'],
    [[video({ durationMs: 3_000 })], 'media_too_short'],
  ],
});
