import { describeMediaRules, video, many, image } from '../../../../test/platforms/draft-media.js';
import { linkedInPerson } from '../definition.js';

describeMediaRules(linkedInPerson, {
  takes: [many(20, image())],
  refuses: [[[video({}, 60_000)], 'media_too_few_bytes']],
});
