import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { isInconclusive } from '../kit/call.js';
import { mediaFailure, notUploaded } from '../kit/media-upload.js';
import type { CommitAnswer, Publication, PublicationMedia } from '../kit/platform.js';
import type { TikTokSession } from '../kit/tiktok/login.js';
import { callTikTok } from './api.js';
import { planChunks } from './chunks.js';
import { photoPost } from './post-info.js';
import { videoOf, hasMediaOf, isLiving, readState } from './state.js';
import { taken } from './status.js';
import { chunkFailure, isAccepted, isOf, progressOf, putChunk } from './upload.js';

/**
 * Sends the last chunk of a video, or the call that posts images. TikTok accepts both at once and processes
 * them later, so the response does not say whether the post is public. The look-up does.
 */
export async function commitToTikTok(
  session: TikTokSession,
  publication: Publication,
  state: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const [video] = publication.media.filter(({ kind }) => kind === 'VIDEO');
  return video === undefined
    ? postImages(session, publication, state, sendBefore)
    : sendLastChunk(session, publication, video, state, sendBefore);
}

async function sendLastChunk(
  session: TikTokSession,
  publication: Publication,
  media: PublicationMedia,
  stored: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const state = readState(stored);
  const video = videoOf(state);
  const { lastStart: start } = planChunks(media.sizeBytes);
  const isReady =
    video !== undefined &&
    hasMediaOf(state, publication) &&
    video.sentBytes === start &&
    isOf(video, publication) &&
    isLiving(video, session.clock.now());
  if (!isReady) return notUploaded;
  const lengthBytes = media.sizeBytes - start;
  const body = { stream: media.open({ start, end: media.sizeBytes }), lengthBytes };
  const chunk = { start, body, ...(sendBefore && { sendBefore }) };
  const answer = await putChunk(session, media, video, chunk);
  if (answer.status === 201) return taken;
  // TikTok already has all bytes, so an earlier call of this publication arrived.
  if (answer.status === 416 && (progressOf(answer) ?? 0) >= media.sizeBytes - 1) return taken;
  const isUnclear = answer.status < 300 || isInconclusive(answer);
  return isUnclear
    ? { kind: 'ambiguous', message: `TikTok responded to the last chunk with HTTP ${answer.status}.` }
    : mediaFailure(chunkFailure(session, answer));
}

/** How long the URLs of images work. TikTok stops trying to fetch after an hour. */
const addressLifeMs = 65 * 60 * 1000;

const acceptedSchema = z.object({ publish_id: z.string().min(1) });

async function postImages(
  session: TikTokSession,
  publication: Publication,
  stored: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const state = readState(stored);
  if (!isAccepted(state, publication)) return notUploaded;
  const urls = await Promise.all(publication.media.map((media) => media.publicUrl(addressLifeMs)));
  const call = {
    path: '/v2/post/publish/content/init/',
    json: photoPost(publication, state.commentsOff ?? false, urls),
    secrets: urls,
    sendBefore,
  };
  const called = await callTikTok(session, call, acceptedSchema);
  return { ...taken, state: { publishId: called.publish_id } };
}
