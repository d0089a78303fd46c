import { z } from 'zod';
import type { ApiCall } from '../kit/api-call.js';
import { isSuccess, readAnswer, type PlatformAnswer } from '../kit/call.js';
import { wholeOf } from '../kit/media-upload.js';
import { onFailure, PlatformFailed, type Published } from '../kit/failure.js';
import type { FailedExtra, Publication } from '../kit/platform.js';
import { callYouTube, type YouTubeSession } from './api.js';
import { youTubeFailure } from './failures.js';
import { youTubeOptionsSchema } from './options.js';
import { addSubtitles } from './subtitles.js';
import { statusSchema, verdictOf } from './verdict.js';

/**
 * Sets the thumbnail, adds subtitles, and adds the video to a playlist, for which the video must exist. Also checks the
 * video's actual privacy status, which may differ from the requested one.
 */
export async function addYouTubeExtras(
  session: YouTubeSession,
  publication: Publication,
  { externalPostId: videoId }: Published,
): Promise<FailedExtra[]> {
  if (publication.replyTo !== null) return [];
  const { playlistId, privacyStatus } = youTubeOptionsSchema.parse(publication.options ?? {});
  const video: PublishedVideo = { session, videoId };
  return [
    ...failedAs('thumbnail', await faultOf(setThumbnail(video, publication))),
    ...failedAs('subtitles', await faultOf(addSubtitles(session, publication, videoId))),
    ...failedAs(
      'playlist',
      playlistId === undefined ? null : await faultOf(addToPlaylist(video, playlistId)),
    ),
    ...(await onFailure(checkStatus(video, privacyStatus), ({ message }) =>
      failedAs('status_check', message),
    )),
  ];
}

interface PublishedVideo {
  session: YouTubeSession;
  videoId: string;
}

function failedAs(extra: string, message: string | null): FailedExtra[] {
  return message === null ? [] : [{ extra, message }];
}

/** Awaits a step, and returns why it failed; null if it did not. */
function faultOf(step: Promise<string | null>): Promise<string | null> {
  return onFailure(step, ({ message }) => message);
}

/** Makes a call, and throws the failure unless it succeeds. */
async function ask({ session }: PublishedVideo, call: ApiCall): Promise<PlatformAnswer> {
  const answer = await callYouTube(session, call);
  if (!isSuccess(answer)) throw new PlatformFailed(youTubeFailure(answer, session.clock));
  return answer;
}

/** Sets the thumbnail. Setting the same image again changes nothing. */
async function setThumbnail(video: PublishedVideo, publication: Publication): Promise<string | null> {
  if (publication.options?.['thumbnailMediaId'] === undefined) return null;
  const thumbnail = publication.optionMedia['thumbnailMediaId'];
  if (thumbnail === undefined) return 'The image is no longer in the media library.';
  await ask(video, {
    path: '/upload/youtube/v3/thumbnails/set',
    method: 'POST',
    query: { videoId: video.videoId, uploadType: 'media' },
    headers: { 'content-type': thumbnail.mime },
    body: { stream: thumbnail.open(wholeOf(thumbnail)), lengthBytes: thumbnail.sizeBytes },
  });
  return null;
}

const itemsSchema = z.object({ items: z.array(z.unknown()) });

/** Adds the video to a playlist, unless it is there already: a playlist can contain a video twice. */
async function addToPlaylist(video: PublishedVideo, playlistId: string): Promise<string | null> {
  const { videoId } = video;
  const path = '/youtube/v3/playlistItems';
  const query = { part: 'snippet', playlistId, videoId };
  const list = readAnswer(await ask(video, { path, method: 'GET', query }), itemsSchema);
  if (list === null) return 'YouTube does not say what is in the playlist.';
  if (list.items.length > 0) return null;
  const json = { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } } };
  await ask(video, { path, method: 'POST', query: { part: 'snippet' }, json });
  return null;
}

const videosSchema = z.object({ items: z.array(z.object({ status: statusSchema })).min(1) });

/**
 * Compares the privacy status with the requested one. Each message is different, because the timeline shows
 * nothing else.
 */
async function checkStatus(video: PublishedVideo, wanted: string): Promise<FailedExtra[]> {
  const query = { part: 'status', id: video.videoId };
  const answer = await ask(video, { path: '/youtube/v3/videos', method: 'GET', query });
  const status = readAnswer(answer, videosSchema)?.items[0]?.status;
  if (status === undefined) return failedAs('status_check', 'YouTube does not say who can see the video.');
  const verdict = verdictOf(status);
  if (verdict !== null) return failedAs('processing', verdict.message);
  if (status.privacyStatus === undefined || status.privacyStatus === wanted) return [];
  const shown = answer.say(status.privacyStatus);
  const message = `The video is ${shown}, not ${wanted}. YouTube locks videos that are uploaded by an app without Google’s audit.`;
  return failedAs('privacy_status', message);
}
