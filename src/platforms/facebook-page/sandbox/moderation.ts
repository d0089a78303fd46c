import {
  commentOfOwner,
  editPublication,
  hideComment,
  removePublication,
} from '../../../sandbox/change-publication.js';
import { readMarks } from '../../../sandbox/marks.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { noSuchObject } from '../../kit/meta/sandbox/errors.js';
import { lacksScope } from '../../kit/meta/sandbox/login.js';
import { invalid, madeElsewhere, noPermission } from './errors.js';
import { nameFault, type GraphCall } from './requests.js';
import { forgetVideo } from './videos.js';

const done = (): Response => Response.json({ success: true });

/** POST /{id}: edits the text of a post of the Page, or hides another person's comment, or shows it again. */
export function changeObject(call: GraphCall): Response | Promise<Response> {
  const id = call.c.req.param('id') ?? '';
  const post = call.store.find(call.platform, id);
  if (post?.parentId === null && post.accountId === call.token.accountId) return editPost(call, post);
  if (lacksScope(call, 'pages_manage_engagement')) return noPermission('pages_manage_engagement');
  const fault = nameFault(call, ['is_hidden'], ['is_hidden']);
  if (fault !== null) return fault;
  const { is_hidden: isHidden = '' } = call.params;
  if (!['true', 'false'].includes(isHidden)) return invalid('The parameter is_hidden must be a boolean.');
  const comment = commentOfOwner(call, id);
  if (comment === undefined) return noSuchObject(id);
  if (comment.accountId === call.token.accountId) return invalid('A Page cannot hide its own comment.');
  return hideComment(call, comment, isHidden === 'true', done);
}

/** The text of a video is its description, that of a post its message. A story has none. */
function editPost(call: GraphCall, post: StoredPublication): Response | Promise<Response> {
  const { kind } = post.extra;
  if (/-story$/.test(String(kind))) return invalid('Unsupported post request.');
  const name = kind === 'post' ? 'message' : 'description';
  const text = call.params[name] ?? '';
  if (readMarks(text).has('other-app')) return madeElsewhere();
  return nameFault(call, [name], [name]) ?? editPublication(call, post, { text }, done);
}

/**
 * DELETE /{id}: deletes a post of the Page with its comments, or a comment under one by any author, with its replies.
 */
export function removeObject(call: GraphCall): Response | Promise<Response> {
  const { c, store, platform, token } = call;
  const id = c.req.param('id') ?? '';
  const fault = nameFault(call, []);
  if (fault !== null) return fault;
  const post = store.find(platform, id);
  if (post?.parentId === null && post.accountId === token.accountId) {
    return removePublication(call, post, () => {
      forgetVideo(store, id);
      return done();
    });
  }
  if (lacksScope(call, 'pages_manage_engagement')) return noPermission('pages_manage_engagement');
  const comment = commentOfOwner(call, id);
  return comment === undefined ? noSuchObject(id) : removePublication(call, comment, done);
}
