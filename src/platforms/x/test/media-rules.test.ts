import { describeMediaRules, film, gif, many, picture } from '../../../../test/platforms/draft-media.js';
import { x } from '../definition.js';

describeMediaRules(x, {
  takes: [many(4, picture()), [gif()], [film()]],
  refuses: [
    [many(5, picture()), 'media_count_exceeded'],
    [[picture(), film()], 'media_mix_not_allowed'],
    [[picture(), gif()], 'media_mix_not_allowed'],
    [[gif({ frameCount: 351 })], 'media_frames_exceeded'],
    [[gif({ width: 1300, height: 1000 })], 'media_side_too_long'],
    [[gif({}, 15_000_001)], 'media_too_large'],
    [[film({ durationMs: 140_001 })], 'media_too_long'],
    [[film({ videoCodec: 'h265' })], 'media_video_codec_not_allowed'],
    [[film({ mime: 'video/webm' })], 'media_type_not_allowed'],
    [[picture({}, 500_000, 'x'.repeat(1_001))], 'alt_text_too_long'],
  ],
});
