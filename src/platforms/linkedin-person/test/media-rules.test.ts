import { describeMediaRules, film, many, picture } from '../../../../test/platforms/draft-media.js';
import { linkedInPerson } from '../definition.js';

describeMediaRules(linkedInPerson, {
  takes: [many(20, picture())],
  refuses: [[[film({}, 60_000)], 'media_too_few_bytes']],
});
