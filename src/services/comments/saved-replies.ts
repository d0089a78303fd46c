import { savedReplies } from '../../db/schema/index.js';
import { savedRepliesPerWorkspaceMax } from '../../domain/comments.js';
import { namedTextsOf } from '../shared/named-texts/named-texts.js';

/** Texts that members insert into replies to comments. */
export const savedReplyTexts = namedTextsOf({
  table: savedReplies,
  idKind: 'savedReply',
  perWorkspaceMax: savedRepliesPerWorkspaceMax,
  things: 'saved replies',
  code: 'too_many_saved_replies',
});
