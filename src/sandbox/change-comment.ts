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

/** Deletes a comment with the replies below it, with the outcome that the marks in its text request. */
export function deleteComment(
  call: AccountRequest,
  comment: StoredPublication,
  answer: () => Response,
): Promise<Response> {
  const accept = (): Response => {
    for (const one of withReplies(call, comment)) call.store.remove(one);
    return answer();
  };
  return answerPublishing(call, { text: comment.text, accept });
}

function withReplies(call: AccountRequest, comment: StoredPublication): StoredPublication[] {
  const all = commentsUnder(call, comment.rootId ?? comment.parentId ?? '');
  const below = (parent: StoredPublication): StoredPublication[] => [
    parent,
    ...all.filter(({ parentId }) => parentId === parent.externalPostId).flatMap(below),
  ];
  return below(comment);
}
