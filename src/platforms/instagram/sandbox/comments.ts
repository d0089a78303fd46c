import { commentOfOwner, hideComment, removePublication } from '../../../sandbox/change-publication.js';
import { answerPublishing, publishAs } from '../../../sandbox/publishing.js';
import { invalid, graphError, noSuchObject } from '../../kit/meta/sandbox/errors.js';
import { lacksScope, type MetaCall } from '../../kit/meta/sandbox/login.js';
import { askedError } from './documented-errors.js';
import { noPermission } from './errors.js';

/** POST /{media}/comments and POST /{comment}/replies. The id must belong to a post or to a comment, respectively. */
export function addComment(call: MetaCall, below: 'comments' | 'replies'): Response | Promise<Response> {
  const { c, store, platform, params, dialect } = call;
  const id = c.req.param('id') ?? '';
  const parent = store.find(platform, id);
  const isAnswer = parent !== undefined && parent.parentId !== null;
  if (parent === undefined || isAnswer !== (below === 'replies')) return noSuchObject(id);
  const { message: text } = params;
  if (text === undefined || text.trim() === '') return invalid('The parameter message is required.');
  if (parent.isHidden) return invalid('Nobody can reply to a hidden comment.');
  const root = store.find(platform, parent.rootId ?? '') ?? parent;
  if (root.extra['product'] === 'STORY') return invalid('Stories cannot be commented on.');
  if (root.extra['commentsEnabled'] === false) return dialect.commentsDisabled();
  const asked = askedError(call, text, 'PUBLISH');
  if (asked !== null) return graphError(asked);
  const accept = (): Response => {
    const comment = publishAs(call, { text, parentId: id, rootId: root.externalPostId });
    return Response.json({ id: comment.externalPostId });
  };
  return answerPublishing(call, { text, parent, accept });
}

const done = (): Response => Response.json({ success: true });

/** POST /{media} turns comments on or off, and POST /{comment} hides a comment or shows it again. */
export function updateObject(call: MetaCall): Response | Promise<Response> {
  const { c, params } = call;
  const comment = commentOfOwner(call, c.req.param('id') ?? '');
  if (comment === undefined) return updateMedia(call);
  if (lacksScope(call, 'instagram_business_manage_comments')) return noPermission();
  const { hide } = params;
  return hide === 'true' || hide === 'false'
    ? hideComment(call, comment, hide === 'true', done)
    : invalid('The parameter hide is required and must be a boolean.');
}

/** DELETE /{comment}: deletes a comment under a post of the account, with its replies. */
export function removeComment(call: MetaCall): Response | Promise<Response> {
  const id = call.c.req.param('id') ?? '';
  const comment = commentOfOwner(call, id);
  return comment === undefined ? noSuchObject(id) : removePublication(call, comment, done);
}

function updateMedia({ c, store, platform, token, params }: MetaCall): Response {
  const id = c.req.param('id') ?? '';
  const media = store.find(platform, id);
  if (media?.accountId !== token.accountId || media.parentId !== null) return noSuchObject(id);
  const { comment_enabled: enabled } = params;
  if (enabled !== 'true' && enabled !== 'false') {
    return invalid('The parameter comment_enabled is required and must be a boolean.');
  }
  if (media.extra['product'] === 'STORY') return invalid('Comments of stories cannot be changed.');
  const commentsEnabled = enabled === 'true';
  store.update({
    ...media,
    extra: { ...media.extra, commentsEnabled },
    shown: { ...media.shown, Comments: commentsEnabled ? 'on' : 'off' },
  });
  return done();
}
