import { hashtagSets } from '../../db/schema/index.js';
import { hashtagSetsPerWorkspaceMax } from '../../domain/limits.js';
import { namedTextsOf } from '../shared/named-texts/named-texts.js';

/** Hashtags that members insert together into the texts of posts. */
export const hashtagSetTexts = namedTextsOf({
  table: hashtagSets,
  idKind: 'hashtagSet',
  perWorkspaceMax: hashtagSetsPerWorkspaceMax,
  things: 'hashtag sets',
  code: 'too_many_hashtag_sets',
});
