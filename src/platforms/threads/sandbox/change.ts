import { commentOfOwner, hideComment, removePublication } from '../../../sandbox/change-publication.js';
import { invalid } from '../../kit/meta/sandbox/errors.js';
import { lacksScope, type MetaCall } from '../../kit/meta/sandbox/login.js';
import { noPermission, noSuchObject } from './errors.js';

/** POST /{reply}/manage_reply: hides a reply to the post itself, or shows it again. */
export function manageReply(call: MetaCall): Response | Promise<Response> {
  if (lacksScope(call, 'threads_manage_replies')) return noPermission();
  const { hide = '' } = call.params;
  if (!['true', 'false'].includes(hide)) return invalid('Param hide is required and must be a boolean.');
  const reply = commentOfOwner(call, call.c.req.param('id') ?? '');
  if (reply === undefined) return noSuchObject();
  if (reply.parentId !== reply.rootId) return invalid('Only top-level replies can be hidden.');
  return hideComment(call, reply, hide === 'true', () => Response.json({ success: true }));
}

/** DELETE /{media}: deletes a post of the account, or a reply that it wrote, with the replies below. */
export function deleteObject(call: MetaCall): Response | Promise<Response> {
  if (lacksScope(call, 'threads_delete')) return noPermission();
  const media = call.store.find(call.platform, call.c.req.param('id') ?? '');
  if (media?.accountId !== call.token.accountId) return noSuchObject();
  const answer = { success: true, deleted_id: media.externalPostId };
  return removePublication(call, media, () => Response.json(answer));
}
