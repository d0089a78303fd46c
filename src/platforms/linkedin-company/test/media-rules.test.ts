import { describeMediaRules, video, gif } from '../../../../test/platforms/draft-media.js';
import { linkedInCompany } from '../definition.js';

describeMediaRules(linkedInCompany, {
  takes: [[gif()]],
  refuses: [[[video({ mime: 'video/webm' })], 'media_type_not_allowed']],
});
