import type { Context } from 'hono';
import { z } from 'zod';
import { readMarks } from '../../../sandbox/marks.js';
import { answerPublishing, type Dialect, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore, StoredPublication } from '../../../sandbox/store.js';
import type { Uploads } from '../../../sandbox/uploads.js';
import { dialect, graphError, invalid, markedError, noSuchObject, quotaSpent } from './errors.js';
import { nameFault, platform, type GraphRequest } from './requests.js';
import { photoKey } from './uploads.js';
import { mediaIdOf, saveVideo, settleVideo, videoById, type StoredVideo } from './videos.js';

const photosMax = 10;
const formattedTextMax = 130;
const spentMs = 2_000;
const settleSlackMs = 20;

export interface Publishing {
  store: SandboxStore;
  uploads: Uploads;
}

/** An expired token is dead for the next call with it, because it cannot be renewed. */
export const expiredKey = (accountId: string): string => `expired ${platform} ${accountId}`;

function publish(
  c: Context<SandboxEnv>,
  store: SandboxStore,
  { token }: GraphRequest,
  call: { text: string; parent?: StoredPublication; accept: () => Response },
): Response | Promise<Response> {
  const refused = markedError(call.text);
  if (refused !== null) return refused;
  const own: Dialect = {
    ...dialect,
    expiredToken: () => {
      store.setNote(expiredKey(token.accountId), token.refreshes);
      return dialect.expiredToken();
    },
  };
  return answerPublishing(c, store, { platform, token, parent: undefined, ...call, dialect: own });
}

const attachedSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('no JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(z.strictObject({ media_fbid: z.string() }))
      .min(1)
      .max(photosMax),
  );

/** POST /{page}/feed */
export function publishFeedPost(
  c: Context<SandboxEnv>,
  { store }: Publishing,
  request: GraphRequest,
): Response | Promise<Response> {
  const { params, token } = request;
  const names = ['message', 'link', 'place', 'attached_media', 'text_format_preset_id'];
  const fault = nameFault(request, names) ?? feedFault(params);
  if (fault !== null) return fault;
  const { message: text = '', link, place, text_format_preset_id: format } = params;
  const photos = takePhotos(store, token.accountId, params['attached_media']);
  if (photos instanceof Response) return photos;
  const accept = (): Response => {
    const again = photos.find((id) => store.object(photoKey(id))?.['isUsed'] === true);
    if (again !== undefined) return alreadyPosted();
    const id = `${token.accountId}_${store.newNumericId()}`;
    store.publish({
      platform,
      accountId: token.accountId,
      externalPostId: id,
      text,
      parentId: null,
      rootId: null,
      extra: { kind: 'post', link, photoIds: photos },
      media: photos.map((photoId) => shownPhoto(store, photoId)),
      shown: {
        ...(link === undefined ? {} : { Link: link }),
        ...(place === undefined ? {} : { Place: place }),
        ...(format === undefined ? {} : { Background: format }),
      },
    });
    for (const photoId of photos) usePhoto(store, token.accountId, photoId);
    return Response.json({ id });
  };
  return publish(c, store, request, { text, accept });
}

function feedFault(params: GraphRequest['params']): Response | null {
  const { message, link, attached_media: attached, text_format_preset_id: format } = params;
  if ((message ?? '') === '' && link === undefined && attached === undefined) {
    return invalid('Missing message or attachment');
  }
  if (link !== undefined && attached !== undefined) return invalid('A post has a link or media.');
  if (link !== undefined && !/^https?:/.test(link)) return invalid('The parameter link must be a URL.');
  const isPlain = link === undefined && attached === undefined;
  if (format !== undefined && (!isPlain || (message ?? '').length > formattedTextMax)) {
    return invalid('Text formats are for short texts without attachments.');
  }
  return null;
}

const alreadyPosted = (): Response =>
  graphError({ code: 100, subcode: 1_366_051, message: '(#100) These photos were already posted.' });

function takePhotos(
  store: SandboxStore,
  accountId: string,
  attached: string | undefined,
): string[] | Response {
  if (attached === undefined) return [];
  const list = attachedSchema.safeParse(attached).data;
  if (list === undefined) return invalid('The parameter attached_media must be a list of media.');
  const ids = list.map(({ media_fbid: id }) => id);
  const missing = ids.find((id) => store.object(photoKey(id))?.['accountId'] !== accountId);
  return missing === undefined ? ids : noSuchObject(missing);
}

function usePhoto(store: SandboxStore, accountId: string, photoId: string): void {
  store.setObject(photoKey(photoId), { accountId, isUsed: true });
}

function shownPhoto(store: SandboxStore, photoId: string) {
  const mediaId = mediaIdOf(photoId);
  return { mediaId, altText: store.media(mediaId)?.altText ?? null };
}

/** POST /{page}/photo_stories */
export function publishPhotoStory(
  c: Context<SandboxEnv>,
  { store }: Publishing,
  request: GraphRequest,
): Response | Promise<Response> {
  const fault = nameFault(request, ['photo_id'], ['photo_id']);
  if (fault !== null) return fault;
  const { accountId } = request.token;
  const photoId = request.params['photo_id'] ?? '';
  if (store.object(photoKey(photoId))?.['accountId'] !== accountId) return noSuchObject(photoId);
  const accept = (): Response => {
    if (store.object(photoKey(photoId))?.['isUsed'] === true) return alreadyPosted();
    const id = store.newNumericId();
    store.publish({
      platform,
      accountId,
      externalPostId: id,
      text: '',
      parentId: null,
      rootId: null,
      extra: { kind: 'photo-story', photoIds: [photoId] },
      media: [shownPhoto(store, photoId)],
      shown: { Shown: 'as a story' },
    });
    usePhoto(store, accountId, photoId);
    return Response.json({ success: true, post_id: id });
  };
  // A story has no text, so the marks of its media count.
  const { marks: text = '', altText = '' } = store.media(mediaIdOf(photoId)) ?? {};
  return publish(c, store, request, { text: `${text} ${altText ?? ''}`, accept });
}

/** The id of a comment starts with that of its post, without the Page's id. */
export function newComment({
  store,
  post,
}: {
  store: SandboxStore;
  post: Pick<StoredPublication, 'externalPostId'>;
}): Pick<StoredPublication, 'externalPostId' | 'extra'> {
  const externalPostId = `${post.externalPostId.replace(/^.*_/, '')}_${store.newNumericId()}`;
  return { externalPostId, extra: { kind: 'comment' } };
}

/** POST /{object}/comments. Replies to replies are in the thread of the first comment. */
export function publishComment(
  c: Context<SandboxEnv>,
  { store }: Publishing,
  request: GraphRequest,
): Response | Promise<Response> {
  const fault = nameFault(request, ['message'], ['message']);
  if (fault !== null) return fault;
  const parent = store.find(platform, c.req.param('id') ?? '');
  if (parent === undefined) return noSuchObject(c.req.param('id') ?? '');
  if (/-story$/.test(String(parent.extra['kind']))) return invalid('Unsupported post request.');
  const rootId = parent.rootId ?? parent.externalPostId;
  const isDeep = parent.parentId !== null && parent.parentId !== parent.rootId;
  const text = request.params['message'] ?? '';
  if (text.trim() === '') return invalid('The comment is empty.');
  const accept = (): Response => {
    const made = newComment({ store, post: { externalPostId: rootId } });
    const { accountId } = request.token;
    const parentId = isDeep ? parent.parentId : parent.externalPostId;
    store.publish({
      platform,
      accountId,
      ...made,
      text,
      parentId,
      rootId,
    });
    return Response.json({ id: made.externalPostId });
  };
  return publish(c, store, request, { text, parent, accept });
}

/** upload_phase=finish of any kind of video: accepted, and public once it is processed. */
export function finishVideo(
  c: Context<SandboxEnv>,
  { store }: Publishing,
  request: GraphRequest,
  video: StoredVideo | undefined,
): Response | Promise<Response> {
  if (video === undefined) return noSuchObject(request.params['video_id'] ?? 'of this session');
  if (video.readyAtMs === null) {
    return graphError({ code: 6000, subcode: 1_363_130, message: 'The upload of the video is incomplete.' });
  }
  const { accountId } = request.token;
  const { description: text = '', title, place } = request.params;
  const isReel = video.as === 'reel';
  const spentKey = `reels spent ${platform} ${accountId}`;
  if (isReel && (store.note(spentKey) ?? 0) > store.now().getTime()) return quotaSpent();
  const accept = (): Response => {
    const current = videoById(store, video.id) ?? video;
    // The real response to a second finish is not documented. One video never becomes two posts.
    if (current.finish !== null) return invalid('The video has been published already.');
    const nowMs = store.now().getTime();
    const publicAtMs = Math.max(current.readyAtMs ?? nowMs, nowMs + lateMs(text));
    const refusal = readMarks(text).has('late-refusal') ? 'The sandbox does not show this video.' : null;
    const shown = {
      ...(video.as === 'film' ? {} : { Shown: isReel ? 'as a reel' : 'as a story' }),
      ...(title === undefined ? {} : { Title: title }),
      ...(place === undefined ? {} : { Place: place }),
    };
    const finished: StoredVideo = { ...current, finish: { text, shown, publicAtMs }, refusal };
    saveVideo(store, finished);
    if (isReel && readMarks(text).has('reels-spent')) store.setNote(spentKey, nowMs + spentMs);
    settleVideo(store, finished);
    const waitMs = publicAtMs - nowMs + settleSlackMs;
    if (publicAtMs > nowMs) setTimeout(() => settleVideo(store, finished), waitMs).unref();
    return Response.json({ success: true });
  };
  const marked = video.as === 'video-story' ? video.marks : text;
  return publish(c, store, request, { text: marked, accept });
}

function lateMs(text: string): number {
  const [, value] = /\[sandbox:late-processing(?:=(\d{1,9}))?\]/.exec(text) ?? [];
  if (value !== undefined) return Number(value);
  return /\[sandbox:late-(processing|refusal)\]/.test(text) ? 1_000 : 0;
}
