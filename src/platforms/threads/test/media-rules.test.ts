import { describeMediaRules, video, many, image } from '../../../../test/platforms/draft-media.js';
import { threads } from '../definition.js';

describeMediaRules(threads, {
  takes: [[...many(10, image()), ...many(10, video())]],
  refuses: [
    [many(21, image()), 'media_count_exceeded'],
    [[video({ frameRate: 120 })], 'media_frame_rate_too_high'],
    [[video({ durationMs: 1_000 }, 20_000_000)], 'media_bit_rate_too_high'],
  ],
});
