import { describeMediaRules, video, gif, many, image } from '../../../../test/platforms/draft-media.js';
import { x } from '../definition.js';

describeMediaRules(x, {
  takes: [many(4, image()), [gif()], [video()]],
  refuses: [
    [many(5, image()), 'media_count_exceeded'],
    [[image(), video()], 'media_mix_not_allowed'],
    [[image(), gif()], 'media_mix_not_allowed'],
    [[gif({ frameCount: 351 })], 'media_frames_exceeded'],
    [[gif({ width: 1300, height: 1000 })], 'media_side_too_long'],
    [[gif({}, 15_000_001)], 'media_too_large'],
    [[video({ durationMs: 140_001 })], 'media_too_long'],
    [[video({ videoCodec: 'h265' })], 'media_video_codec_not_allowed'],
    [[video({ mime: 'video/webm' })], 'media_type_not_allowed'],
    [[image({}, 500_000, 'x'.repeat(1_001))], 'alt_text_too_long'],
  ],
});
