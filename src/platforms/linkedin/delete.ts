import { isSuccess } from '../kit/call.js';
import type { Published } from '../kit/failure.js';
import type { DeleteAnswer } from '../kit/platform.js';
import { callLinkedIn, encodeUrn, linkedInFailure, type LinkedInSession } from './api.js';

/** Deletes a post with its comments. */
export async function deleteLinkedInPost(
  session: LinkedInSession,
  { externalPostId }: Published,
): Promise<DeleteAnswer> {
  const answer = await callLinkedIn(session, {
    method: 'DELETE',
    path: `/rest/posts/${encodeUrn(externalPostId)}`,
    headers: { 'x-restli-method': 'DELETE' },
  });
  return isSuccess(answer) || answer.status === 404 ? { kind: 'deleted' } : linkedInFailure(session, answer);
}
