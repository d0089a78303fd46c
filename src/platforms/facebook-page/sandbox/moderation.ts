import { commentOfOwner, deleteComment, hideComment } from '../../../sandbox/change-comment.js';
import { commentsUnder } from '../../../sandbox/visitors.js';
import { noSuchObject } from '../../kit/meta/sandbox/errors.js';
import { invalid } from './errors.js';
import { nameFault, type GraphCall } from './requests.js';

const done = (): Response => Response.json({ success: true });

/** POST /{comment}: hides a comment of somebody else, or shows it again. The sandbox edits no comments. */
export function changeVisibility(call: GraphCall): Response | Promise<Response> {
  const fault = nameFault(call, ['is_hidden'], ['is_hidden']);
  if (fault !== null) return fault;
  const { is_hidden: isHidden = '' } = call.params;
  if (!['true', 'false'].includes(isHidden)) return invalid('The parameter is_hidden must be a boolean.');
  const id = call.c.req.param('id') ?? '';
  const comment = commentOfOwner(call, id);
  if (comment === undefined) return noSuchObject(id);
  if (comment.accountId === call.token.accountId) return invalid('A Page cannot hide its own comment.');
  return hideComment(call, comment, isHidden === 'true', done);
}

/** DELETE /{id}: deletes a post of the Page with its comments, or a comment under one, whoever wrote it, with its replies. */
export function removeObject(call: GraphCall): Response | Promise<Response> {
  const id = call.c.req.param('id') ?? '';
  const post = call.store.find(call.platform, id);
  if (post?.parentId === null && post.accountId === call.token.accountId) {
    for (const comment of commentsUnder(call, id)) call.store.remove(comment);
    call.store.remove(post);
    return done();
  }
  const comment = commentOfOwner(call, id);
  return (
    nameFault(call, []) ?? (comment === undefined ? noSuchObject(id) : deleteComment(call, comment, done))
  );
}
