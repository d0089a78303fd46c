import { isSuccess } from '../kit/call.js';
import { graphFailure } from '../kit/meta/graph-api.js';
import { readGraphPermalink } from '../kit/meta/permalink.js';
import { onFailure, PlatformFailed, type Published } from '../kit/failure.js';
import type { FailedExtra, Publication } from '../kit/platform.js';
import { callInstagram, graphCall, type InstagramSession } from './api.js';
import { isComment } from './comment.js';
import { formOfPublication } from './form.js';
import { instagramOptionsSchema } from './options.js';

/** Reads the URL of a post. Comments have no URL. */
export async function readPermalink(
  session: InstagramSession,
  { externalPostId, reference }: Published,
): Promise<string | null> {
  if (isComment(reference)) return null;
  return readGraphPermalink(session, externalPostId, (call) => graphCall(session, call));
}

/** Turns comments off if the options ask for it, which works only once the post is public. The call may be repeated. */
export async function addExtras(
  session: InstagramSession,
  publication: Publication,
  { externalPostId }: Published,
): Promise<readonly FailedExtra[]> {
  if (publication.replyTo !== null || formOfPublication(publication) === 'STORY') return [];
  if (instagramOptionsSchema.parse(publication.options ?? {}).commentsEnabled) return [];
  const closing = closeComments(session, externalPostId).then(() => []);
  return onFailure(closing, ({ message }) => [{ extra: 'comments_off', message }]);
}

async function closeComments(session: InstagramSession, postId: string): Promise<void> {
  const answer = await callInstagram(session, {
    path: encodeURIComponent(postId),
    method: 'POST',
    params: { comment_enabled: 'false' },
  });
  if (!isSuccess(answer)) throw new PlatformFailed(graphFailure(answer, session.clock));
}
