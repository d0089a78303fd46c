import { describeMediaRules, film, gif, many, picture } from '../../../../test/platforms/draft-media.js';
import { instagram } from '../definition.js';

describeMediaRules(instagram, {
  takes: [[picture()], [film()], [picture(), film(), picture()]],
  refuses: [
    [[], 'media_required'],
    [many(11, picture()), 'media_count_exceeded'],
    [[picture({ width: 1080, height: 1920 })], 'media_ratio_too_low'],
    [[picture({ width: 2000, height: 1000 })], 'media_ratio_too_high'],
    [[film({ durationMs: 2_000 })], 'media_too_short'],
    [[film({ durationMs: 600_000 }, 301_000_000)], 'media_too_large'],
    [[gif()], 'media_type_not_allowed'],
  ],
});
