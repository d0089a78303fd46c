import { notPossible, type PlatformChanges } from '../kit/changes.js';
import { lookAtObject, removeObject, type ObjectCalls } from '../kit/meta/changes.js';
import { callInstagram, type InstagramSession } from './api.js';

/** Deletes comments. The API with Instagram Login cannot delete posts, and none can edit them. */
export const instagramChanges: PlatformChanges<InstagramSession> = {
  remove: async (session, { externalPostId, replyTo }, sendBefore) =>
    replyTo === null
      ? notPossible('NOT_SUPPORTED', 'Instagram lets apps delete posts only with Facebook Login.')
      : removeObject(callsAbout(session, externalPostId), sendBefore),
  find: (session, post, edited) => {
    const field = post.replyTo === null ? 'caption' : 'text';
    return lookAtObject(callsAbout(session, post.externalPostId), post, field, edited);
  },
};

function callsAbout(session: InstagramSession, id: string): ObjectCalls {
  const path = encodeURIComponent(id);
  return { clock: session.clock, send: (call) => callInstagram(session, { ...call, path }) };
}
