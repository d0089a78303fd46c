import { z } from 'zod';
import { readMarks } from '../../../sandbox/marks.js';
import { jsonText } from '../../../sandbox/parse-json.js';
import { answerPublishing, publishAs, type Dialect, type NewPost } from '../../../sandbox/publishing.js';
import type { SimulatedComments } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { graphError, noSuchObject } from '../../kit/meta/sandbox/errors.js';
import type { Params } from '../../kit/meta/sandbox/login.js';
import { dialect, invalid, markedError, quotaSpent } from './errors.js';
import { nameFault, platform, type GraphCall } from './requests.js';
import { photoKey } from './uploads.js';
import { mediaIdOf, saveVideo, settleVideo, videoById, type StoredVideo } from './videos.js';

const photosMax = 10;
const formattedTextMax = 130;
const spentMs = 2_000;
const settleSlackMs = 20;

/**
 * The key that stores that a token has expired. The next call with the token is refused for good, because the token
 * cannot be renewed.
 */
export const expiredKey = (accountId: string): string => `expired ${platform} ${accountId}`;

function publish(call: GraphCall, post: NewPost): Response | Promise<Response> {
  const { store, token } = call;
  const refused = markedError(post.text);
  if (refused !== null) return refused;
  const own: Dialect = {
    ...dialect,
    expiredToken: () => {
      store.setNote(expiredKey(token.accountId), token.refreshes);
      return dialect.expiredToken();
    },
  };
  return answerPublishing({ ...call, dialect: own }, post);
}

const attachedSchema = jsonText.pipe(
  z
    .array(z.strictObject({ media_fbid: z.string() }))
    .min(1)
    .max(photosMax),
);

/** POST /{page}/feed */
export function publishFeedPost(call: GraphCall): Response | Promise<Response> {
  const { store, params, token } = call;
  const names = ['message', 'link', 'place', 'attached_media', 'text_format_preset_id'];
  const fault = nameFault(call, names) ?? feedFault(params);
  if (fault !== null) return fault;
  const { message: text = '', link, place, text_format_preset_id: format } = params;
  const photos = takePhotos(store, token.accountId, params['attached_media']);
  if (photos instanceof Response) return photos;
  const accept = (): Response => {
    const again = photos.find((id) => store.object(photoKey(id))?.['isUsed'] === true);
    if (again !== undefined) return alreadyPosted();
    const id = `${token.accountId}_${store.newNumericId()}`;
    publishAs(call, {
      externalPostId: id,
      text,
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
  return publish(call, { text, accept });
}

function feedFault(params: Params): Response | null {
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
export function publishPhotoStory(call: GraphCall): Response | Promise<Response> {
  const fault = nameFault(call, ['photo_id'], ['photo_id']);
  if (fault !== null) return fault;
  const { store, params } = call;
  const { accountId } = call.token;
  const photoId = params['photo_id'] ?? '';
  if (store.object(photoKey(photoId))?.['accountId'] !== accountId) return noSuchObject(photoId);
  const accept = (): Response => {
    if (store.object(photoKey(photoId))?.['isUsed'] === true) return alreadyPosted();
    const { externalPostId: id } = publishAs(call, {
      text: '',
      extra: { kind: 'photo-story', photoIds: [photoId] },
      media: [shownPhoto(store, photoId)],
      shown: { Shown: 'as a story' },
    });
    usePhoto(store, accountId, photoId);
    return Response.json({ success: true, post_id: id });
  };
  // A story has no text, so the marks in the texts of its media apply.
  const { marks: text = '', altText = '' } = store.media(mediaIdOf(photoId)) ?? {};
  return publish(call, { text: `${text} ${altText ?? ''}`, accept });
}

/** The id and data of a new comment. The id starts with that of the post, without the Page's id. */
export const newComment: SimulatedComments['newComment'] = ({ store, post }) => ({
  externalPostId: `${post.externalPostId.replace(/^.*_/, '')}_${store.newNumericId()}`,
  extra: { kind: 'comment' },
});

/** POST /{object}/comments. A reply to a reply joins the thread of the first comment. */
export function publishComment(call: GraphCall): Response | Promise<Response> {
  const fault = nameFault(call, ['message'], ['message']);
  if (fault !== null) return fault;
  const { c, store } = call;
  const { accountId } = call.token;
  const id = c.req.param('id') ?? '';
  const parent = store.find(platform, id);
  if (parent === undefined) return noSuchObject(id);
  if (/-story$/.test(String(parent.extra['kind']))) return invalid('Unsupported post request.');
  const rootId = parent.rootId ?? parent.externalPostId;
  const isDeep = parent.parentId !== null && parent.parentId !== parent.rootId;
  const parentId = isDeep ? parent.parentId : parent.externalPostId;
  const text = call.params['message'] ?? '';
  if (text.trim() === '') return invalid('The comment is empty.');
  const accept = (): Response => {
    const post = { ...parent, externalPostId: rootId };
    const made = newComment({ store, post, parent, accountId });
    publishAs(call, { ...made, text, parentId, rootId });
    return Response.json({ id: made.externalPostId });
  };
  return publish(call, { text, parent, accept });
}

/** upload_phase=finish of any kind of video. The video is accepted, and public once it is processed. */
export function finishVideo(call: GraphCall, video: StoredVideo | undefined): Response | Promise<Response> {
  const { store, params } = call;
  if (video === undefined) return noSuchObject(params['video_id'] ?? 'of this session');
  if (video.readyAtMs === null) {
    return graphError({ code: 6000, subcode: 1_363_130, message: 'The upload of the video is incomplete.' });
  }
  const { description: text = '', title, place } = params;
  const isReel = video.as === 'reel';
  const spentKey = `reels spent ${platform} ${video.accountId}`;
  if (isReel && store.lasts(spentKey)) return quotaSpent();
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
    if (isReel && readMarks(text).has('reels-spent')) store.begin(spentKey, spentMs);
    settleVideo(store, finished);
    const waitMs = publicAtMs - nowMs + settleSlackMs;
    if (publicAtMs > nowMs) setTimeout(() => settleVideo(store, finished), waitMs).unref();
    return Response.json({ success: true });
  };
  const marked = video.as === 'video-story' ? video.marks : text;
  return publish(call, { text: marked, accept });
}

function lateMs(text: string): number {
  const [, value] = /\[sandbox:late-processing(?:=(\d{1,9}))?\]/.exec(text) ?? [];
  if (value !== undefined) return Number(value);
  return /\[sandbox:late-(processing|refusal)\]/.test(text) ? 1_000 : 0;
}
