import { describeMediaRules, film, many, picture } from '../../../../test/platforms/draft-media.js';
import { threads } from '../definition.js';

describeMediaRules(threads, {
  takes: [[...many(10, picture()), ...many(10, film())]],
  refuses: [
    [many(21, picture()), 'media_count_exceeded'],
    [[film({ frameRate: 120 })], 'media_frame_rate_too_high'],
    [[film({ durationMs: 1_000 }, 20_000_000)], 'media_bit_rate_too_high'],
  ],
});
