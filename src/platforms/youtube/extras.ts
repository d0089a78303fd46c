import { z } from 'zod';
import { isSuccess, readAnswer, type CallResult } from '../kit/call.js';
import { wholeOf } from '../kit/media-upload.js';
import type { Published } from '../kit/failure.js';
import type { FailedExtra, Publication } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { callYouTube, type YouTubeContext } from './api.js';
import { youTubeFailure } from './failures.js';
import { youTubeOptionsSchema } from './options.js';
import { statusSchema, verdictOf } from './verdict.js';

/**
 * Sets the thumbnail and adds the video to a playlist, for which the video must exist. Also checks the video's actual
 * privacy status, which may differ from the requested one.
 */
export async function addYouTubeExtras(
  context: YouTubeContext,
  session: PlatformSession,
  publication: Publication,
  { externalPostId: videoId }: Published,
): Promise<FailedExtra[]> {
  if (publication.replyTo !== null) return [];
  const { playlistId, privacyStatus } = youTubeOptionsSchema.parse(publication.options ?? {});
  const video: PublishedVideo = { context, session, videoId };
  return [
    ...failedAs('thumbnail', await setThumbnail(video, publication)),
    ...failedAs('playlist', playlistId === undefined ? null : await addToPlaylist(video, playlistId)),
    ...(await checkStatus(video, privacyStatus)),
  ];
}

interface PublishedVideo {
  context: YouTubeContext;
  session: PlatformSession;
  videoId: string;
}

function failedAs(extra: string, message: string | null): FailedExtra[] {
  return message === null ? [] : [{ extra, message }];
}

/** Why a call failed; null if it did not. */
function faultOf({ context }: PublishedVideo, result: CallResult): string | null {
  if ('failure' in result) return result.failure.message;
  return isSuccess(result.answer) ? null : youTubeFailure(result.answer, context.clock).message;
}

/** Setting the same one again changes nothing. */
async function setThumbnail(video: PublishedVideo, publication: Publication): Promise<string | null> {
  if (publication.options?.['thumbnailMediaId'] === undefined) return null;
  const thumbnail = publication.optionMedia['thumbnailMediaId'];
  if (thumbnail === undefined) return 'The image is no longer in the media library.';
  const { context, session, videoId } = video;
  const result = await callYouTube(context, session, {
    path: '/upload/youtube/v3/thumbnails/set',
    method: 'POST',
    query: { videoId, uploadType: 'media' },
    headers: { 'content-type': thumbnail.mime },
    body: { stream: thumbnail.open(wholeOf(thumbnail)), lengthBytes: thumbnail.sizeBytes },
  });
  return faultOf(video, result);
}

const itemsSchema = z.object({ items: z.array(z.unknown()) });

/** A playlist can contain a video twice, so check it first. */
async function addToPlaylist(video: PublishedVideo, playlistId: string): Promise<string | null> {
  const { context, session, videoId } = video;
  const path = '/youtube/v3/playlistItems';
  const query = { part: 'snippet', playlistId, videoId };
  const listed = await callYouTube(context, session, { path, method: 'GET', query });
  const fault = faultOf(video, listed);
  if (fault !== null || 'failure' in listed) return fault;
  const list = readAnswer(listed.answer, itemsSchema);
  if (list === null) return 'YouTube does not say what is in the playlist.';
  if (list.items.length > 0) return null;
  const json = { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } } };
  return faultOf(
    video,
    await callYouTube(context, session, { path, method: 'POST', query: { part: 'snippet' }, json }),
  );
}

const videosSchema = z.object({ items: z.array(z.object({ status: statusSchema })).min(1) });

/** Each message is different, because the timeline shows nothing else. */
async function checkStatus(video: PublishedVideo, wanted: string): Promise<FailedExtra[]> {
  const { context, session, videoId } = video;
  const query = { part: 'status', id: videoId };
  const result = await callYouTube(context, session, { path: '/youtube/v3/videos', method: 'GET', query });
  const fault = faultOf(video, result);
  if (fault !== null || 'failure' in result) return failedAs('status_check', fault);
  const status = readAnswer(result.answer, videosSchema)?.items[0]?.status;
  if (status === undefined) return failedAs('status_check', 'YouTube does not say who can see the video.');
  const verdict = verdictOf(status);
  if (verdict !== null) return failedAs('processing', verdict.message);
  if (status.privacyStatus === undefined || status.privacyStatus === wanted) return [];
  const shown = result.answer.say(status.privacyStatus);
  const message = `The video is ${shown}, not ${wanted}. YouTube locks videos that are uploaded by an app without Google’s audit.`;
  return failedAs('privacy_status', message);
}
