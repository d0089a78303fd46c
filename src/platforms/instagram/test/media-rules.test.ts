import { describeMediaRules, video, gif, many, image } from '../../../../test/platforms/draft-media.js';
import { instagram } from '../definition.js';

describeMediaRules(instagram, {
  takes: [[image()], [video()], [image(), video(), image()]],
  refuses: [
    [[], 'media_required'],
    [many(11, image()), 'media_count_exceeded'],
    [[image({ width: 1080, height: 1920 })], 'media_ratio_too_low'],
    [[image({ width: 2000, height: 1000 })], 'media_ratio_too_high'],
    [[video({ durationMs: 2_000 })], 'media_too_short'],
    [[video({ durationMs: 600_000 }, 301_000_000)], 'media_too_large'],
    [[gif()], 'media_type_not_allowed'],
  ],
});
