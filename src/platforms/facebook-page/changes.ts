import { notPossible, type EditAnswer, type PlatformChanges, type PublicPost } from '../kit/changes.js';
import { onFailure, type PlatformFailure } from '../kit/failure.js';
import { editObject, lookAtObject, removeObject, type ObjectCalls } from '../kit/meta/changes.js';
import { call, openPage, type FacebookSession } from './api.js';
import { facebookFailure } from './failure.js';
import { isVideo, shapeOf } from './options.js';

/** Deletes posts, videos and comments, and edits the text of posts and videos. */
export const facebookChanges: PlatformChanges<FacebookSession> = {
  remove: (session, { externalPostId }, sendBefore) =>
    removeObject(callsAbout(session, externalPostId), sendBefore),
  edit: async (session, post, { text }, sendBefore) => {
    if (shapeOf(post).endsWith('-story')) return notPossible('NOT_SUPPORTED', 'Stories have no text.');
    const calls = callsAbout(session, post.externalPostId);
    const params = { [textFieldOf(post)]: text };
    return onFailure<EditAnswer, EditAnswer>(editObject(calls, post, params, sendBefore), whyRefused);
  },
  find: (session, post, edited) =>
    lookAtObject(callsAbout(session, post.externalPostId), post, textFieldOf(post), edited),
};

function callsAbout(session: FacebookSession, id: string): ObjectCalls {
  const page = openPage(session);
  return {
    clock: session.clock,
    failureOf: facebookFailure,
    send: (request) => call(page, { ...request, path: [id] }),
  };
}

/** A video has an id of its own, and its text is a description. */
const textFieldOf = (post: PublicPost): 'message' | 'description' =>
  isVideo(shapeOf(post)) ? 'description' : 'message';

/** Facebook edits a post only for the app that made it. The error has no code of its own. */
const otherApp =
  /\b(by|using|with) (an)?other app|\b(created|made|posted) (by|using|with) (this|the|your) app/i;

function whyRefused(failure: PlatformFailure): EditAnswer {
  return failure.kind === 'rejected' && otherApp.test(failure.message)
    ? notPossible('NOT_OURS', failure.message)
    : failure;
}
