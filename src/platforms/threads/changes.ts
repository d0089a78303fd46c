import type { PlatformChanges } from '../kit/changes.js';
import { lookAtObject, removeObject, type ObjectCalls } from '../kit/meta/changes.js';
import type { MetaSession } from '../kit/meta/session.js';
import { callThreads } from './api.js';

/** Deletes posts and replies: `DELETE /{media}`. Threads has no call that edits a post. */
export const threadsChanges: PlatformChanges<MetaSession> = {
  remove: (session, { externalPostId }, sendBefore) =>
    removeObject(callsAbout(session, externalPostId), sendBefore),
  find: (session, post, edited) =>
    lookAtObject(callsAbout(session, post.externalPostId), post, 'text', edited),
};

function callsAbout(session: MetaSession, id: string): ObjectCalls {
  const path = encodeURIComponent(id);
  return { clock: session.clock, send: (call) => callThreads(session, { ...call, path }) };
}
