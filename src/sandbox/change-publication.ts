import { removalMarksIn } from './marks.js';
import { answerPublishing, type AccountRequest } from './publishing.js';
import type { StoredPublication } from './store.js';
import { commentsUnder } from './visitors.js';

/** The comment with this id, if it is under a post of the calling account. */
export function commentOfOwner(
  { store, platform, token }: AccountRequest,
  id: string,
): StoredPublication | undefined {
  const comment = store.find(platform, id);
  const root = store.find(platform, comment?.rootId ?? comment?.parentId ?? '');
  return root?.accountId === token.accountId ? comment : undefined;
}

/** Hides a comment or shows it again, with the outcome that the marks in its text request. */
export function hideComment(
  call: AccountRequest,
  comment: StoredPublication,
  isHidden: boolean,
  answer: () => Response,
): Promise<Response> {
  const accept = (): Response => {
    call.store.update({ ...comment, isHidden });
    return answer();
  };
  return answerPublishing(call, { text: comment.text, accept });
}

/**
 * Removes a publication with the replies below it, with the outcome that the marks for removals in its text request. A
 * comment of a visitor has the other marks only, because its author does not write for a test of removals.
 */
export function removePublication(
  call: AccountRequest,
  publication: StoredPublication,
  answer: () => Response,
  { keepsReplies = false } = {},
): Promise<Response> {
  const { externalPostId, visitor, text } = publication;
  const accept = (): Response => {
    const all = keepsReplies ? [publication] : withReplies(call, publication);
    for (const one of all) call.store.remove(one);
    return answer();
  };
  // With the id, a mark that acts once does so for each publication.
  const marked = visitor === null ? `${externalPostId} ${removalMarksIn(text)}` : text;
  return answerPublishing(call, { text: marked, accept });
}

/** Changes the text of a post and its other visible parts, with the outcome that the marks in the new text request. */
export function editPublication(
  call: AccountRequest,
  post: StoredPublication,
  changed: Pick<StoredPublication, 'text'> & Partial<StoredPublication>,
  answer: () => Response,
): Promise<Response> {
  const accept = (): Response => {
    const { store } = call;
    const earlierTexts = [...post.earlierTexts, post.text];
    store.update({ ...post, ...changed, editedAt: store.now().toISOString(), earlierTexts });
    return answer();
  };
  return answerPublishing(call, { text: changed.text, accept });
}

function withReplies(call: AccountRequest, publication: StoredPublication): StoredPublication[] {
  const { rootId, parentId, externalPostId } = publication;
  const all = commentsUnder(call, rootId ?? parentId ?? externalPostId);
  if (parentId === null) return [publication, ...all];
  const below = (parent: StoredPublication): StoredPublication[] => [
    parent,
    ...all.filter((one) => one.parentId === parent.externalPostId).flatMap(below),
  ];
  return below(publication);
}
