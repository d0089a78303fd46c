import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { isSuccess, readAnswer, type PlatformAnswer } from '../kit/call.js';
import { isMissingObject } from '../kit/meta/graph-api.js';
import { notUploaded } from '../kit/media-upload.js';
import { onFailure, type PlatformFailure, type Published } from '../kit/failure.js';
import type { CommitAnswer, Publication } from '../kit/platform.js';
import { call, openPage, type FacebookPage, type PageCall, type FacebookSession } from './api.js';
import { facebookFailure } from './failure.js';
import { commentReference } from './find-comment.js';
import { photosOf, videoOf, type PhotoUpload, type VideoUpload } from './media-state.js';
import { isVideo, readOptions, shapeOf } from './options.js';
import { noMedia } from './prepare.js';
import { reelEdges } from './reel-upload.js';
import { publishedVideo } from './find-video.js';
import { publishedStory } from './stories.js';
import { readVideo } from './video-status.js';

const createdSchema = z.object({ id: z.string().min(1) });
const storySchema = z.object({ post_id: z.coerce.string().min(1) });
/** The status may be final after a short wait. Otherwise a look-up finds the result later. */
const statusTimeoutMs = 5_000;

const finishedSchema = z.object({ success: z.literal(true) });

type Step = Pick<PageCall, 'path' | 'params' | 'host'>;

/** Makes the one call that publishes the post or comment. */
export async function publishToFacebook(
  session: FacebookSession,
  publication: Publication,
  state: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const page = openPage(session);
  const shape = shapeOf(publication);
  if (isVideo(shape)) {
    const upload = videoOf(state);
    return upload === null ? noMedia : finishVideo(page, publication, upload, sendBefore);
  }
  const photos = photosOf(state);
  if (photos.length !== publication.mediaClasses.length) return noMedia;
  if (shape === 'comment') return comment(page, publication, sendBefore);
  const [first] = photos;
  if (shape === 'photo-story') return first === undefined ? noMedia : publishStory(page, first, sendBefore);
  return publishFeedPost(page, publication, photos, sendBefore);
}

async function send(
  page: FacebookPage,
  step: Step,
  sendBefore: SendBefore | undefined,
  take: (answer: PlatformAnswer) => Published | null,
  isComment = false,
): Promise<CommitAnswer> {
  const answer = await call(page, { ...step, method: 'POST', sendBefore });
  const published = isSuccess(answer) ? take(answer) : null;
  if (published !== null) return { kind: 'published', published };
  const failure = facebookFailure(answer, page.context.clock, isComment);
  // The uploads that a post or story refers to are its photos. If one is gone, they must be uploaded again.
  const isGone = failure.kind === 'rejected' && isMissingObject(answer);
  const hasPhotos = 'attached_media' in step.params || 'photo_id' in step.params;
  return isGone && hasPhotos ? { ...notUploaded, message: failure.message } : failure;
}

async function publishFeedPost(
  page: FacebookPage,
  { text, options }: Publication,
  photos: readonly PhotoUpload[],
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const { link, place, textFormatPresetId } = readOptions(options);
  const params = {
    ...(text === '' ? {} : { message: text }),
    ...(link === undefined ? {} : { link }),
    ...(place === undefined ? {} : { place }),
    ...(textFormatPresetId === undefined ? {} : { text_format_preset_id: textFormatPresetId }),
    ...(photos.length === 0
      ? {}
      : { attached_media: JSON.stringify(photos.map(({ photoId }) => ({ media_fbid: photoId }))) }),
  };
  return send(page, { path: [page.pageId, 'feed'], params }, sendBefore, created);
}

function created(answer: PlatformAnswer): Published | null {
  const post = readAnswer(answer, createdSchema);
  return post && { externalPostId: post.id, externalUrl: null, reference: null };
}

async function comment(
  page: FacebookPage,
  { text, replyTo }: Publication,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  if (replyTo === null) return noMedia;
  const step = { path: [replyTo.externalPostId, 'comments'], params: { message: text } } as const;
  const take = (answer: PlatformAnswer): Published | null => {
    const made = created(answer);
    return made && { ...made, reference: commentReference(replyTo, made.externalPostId) };
  };
  return send(page, step, sendBefore, take, true);
}

async function publishStory(
  page: FacebookPage,
  { photoId }: PhotoUpload,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const step = { path: [page.pageId, 'photo_stories'], params: { photo_id: photoId } } as const;
  return send(page, step, sendBefore, (answer) => {
    const story = readAnswer(answer, storySchema);
    return story && publishedStory(story.post_id, photoId, null);
  });
}

function finishOf(page: FacebookPage, { text, options }: Publication, upload: VideoUpload): Step {
  const { title, place } = readOptions(options);
  const words = {
    ...(text === '' ? {} : { description: text }),
    ...(title === undefined ? {} : { title }),
  };
  if (upload.as === 'film') {
    const params = { upload_phase: 'finish', upload_session_id: upload.sessionId ?? '', ...words };
    return { path: [page.pageId, 'videos'], host: page.hosts.video, params };
  }
  const finish = { upload_phase: 'finish', video_id: upload.videoId, video_state: 'PUBLISHED' };
  const params =
    upload.as === 'reel' ? { ...finish, ...words, ...(place === undefined ? {} : { place }) } : finish;
  return { path: [page.pageId, reelEdges[upload.as]], params };
}

/**
 * Finishes the upload of a video. A success means only that Facebook has accepted the video; its status shows
 * whether it is public. A rejection may mean that an earlier call has already taken effect.
 */
async function finishVideo(
  page: FacebookPage,
  publication: Publication,
  upload: VideoUpload,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const answer = await call(page, { ...finishOf(page, publication, upload), method: 'POST', sendBefore });
  const isTaken = isSuccess(answer) && readAnswer(answer, finishedSchema) !== null;
  const failure = isTaken ? null : facebookFailure(answer, page.context.clock);
  if (failure !== null && failure.kind !== 'rejected') return failure;
  const video = await onFailure(readVideo(page, upload.videoId, statusTimeoutMs), () => null);
  if (video?.kind === 'status' && video.isPublished) {
    return { kind: 'published', published: publishedVideo(page, upload.as, upload.videoId, video.permalink) };
  }
  if (failure === null) return stillWorking;
  if (isMissingObject(answer)) return { ...notUploaded, message: failure.message };
  const isOpen = video === null || (video.kind === 'status' && video.isOpen);
  return isOpen ? { kind: 'ambiguous', message: failure.message } : failure;
}

const stillWorking: PlatformFailure = {
  kind: 'ambiguous',
  message: 'Facebook has accepted the video and is processing it.',
};
