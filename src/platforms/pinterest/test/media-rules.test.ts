import { describeMediaRules, film, many, picture } from '../../../../test/platforms/draft-media.js';
import { pinterest } from '../definition.js';

describeMediaRules(pinterest, {
  takes: [many(5, picture())],
  refuses: [
    [many(6, picture()), 'media_count_exceeded'],
    [[film({ durationMs: 3_000 })], 'media_too_short'],
  ],
});
