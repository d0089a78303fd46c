import { isSuccess } from '../kit/call.js';
import type { Published } from '../kit/failure.js';
import type { DeleteAnswer } from '../kit/platform.js';
import { callYouTube, type YouTubeSession } from './api.js';
import { youTubeFailure } from './failures.js';

/** Deletes a video with its comments. It takes the permission to manage the channel, which people may leave unchecked. */
export async function deleteVideo(
  session: YouTubeSession,
  { externalPostId: id }: Published,
): Promise<DeleteAnswer> {
  const answer = await callYouTube(session, { method: 'DELETE', path: '/youtube/v3/videos', query: { id } });
  if (isSuccess(answer) || answer.status === 404) return { kind: 'deleted' };
  return youTubeFailure(answer, session.clock);
}
