import { z } from 'zod';
import type { Json, JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { CommitAnswer, PlatformSession, Publication, Published } from '../kit/platform.js';
import { postBusiness, readData, type TikTokBusinessContext } from './api.js';
import { businessFailure, failureOfReason } from './failures.js';
import { tikTokBusinessOptionsSchema, type TikTokBusinessOptions } from './options.js';
import { readJob } from './status.js';

/** TikTok advises half an hour at least; a film of a gigabyte may take its time. */
const addressLifeMs = { IMAGE: 60 * 60 * 1000, GIF: 60 * 60 * 1000, VIDEO: 2 * 60 * 60 * 1000 } as const;
/** The job's id is in memory alone for as long as this look takes. */
const firstLookTimeoutMs = 3_000;
const siteUrl = 'https://www.tiktok.com';

const takenSchema = z.object({ share_id: z.string().min(1) });

/**
 * The one call that publishes: TikTok takes it, answers with the job's id, and fetches the media afterwards. The job
 * is looked at once, for what is refused or done at once; whatever else becomes of it, look-ups by its id will tell.
 */
export async function publishPost(
  context: TikTokBusinessContext,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const { options } = publication;
  const coverId = tikTokBusinessOptionsSchema.parse(options ?? {}).thumbnailMediaId;
  if (coverId !== undefined && publication.optionMedia['thumbnailMediaId'] === undefined) {
    const message = 'The picture that is to be the cover is not in the media library any more.';
    return { kind: 'rejected', code: 'MEDIA_UNAVAILABLE', message };
  }
  const { path, fields, secrets } = await requestOf(publication);
  const result = await postBusiness(context, session, { path, fields, secrets, sendBefore });
  if ('failure' in result) return result.failure;
  const taken = readData(result.answer, takenSchema);
  if (taken === null) return businessFailure(result.answer, context.clock);
  const { share_id: shareId } = taken;
  const read = await readJob(context, session, shareId, { options, timeoutMs: firstLookTimeoutMs });
  const kept = { ...state, shareId };
  if ('failure' in read) {
    const message = `TikTok has taken the post and did not tell its state: ${read.failure.message}`;
    return { kind: 'ambiguous', message, state: kept };
  }
  const { job } = read;
  if (job.kind === 'failed') return failureOfReason(job.reason, job.message);
  if (job.kind === 'done') {
    return { kind: 'published', published: toPublished(session, job.postId, shareId) };
  }
  return { kind: 'ambiguous', message: job.message, state: kept };
}

/** Under the job's id where TikTok tells no other. */
export function toPublished(session: PlatformSession, postId: string | null, shareId: string): Published {
  return {
    externalPostId: postId ?? shareId,
    externalUrl: postId === null ? null : postUrl(session, postId),
    reference: null,
  };
}

export function postUrl(session: PlatformSession, postId: string): string {
  const handle = session.handle.replace(/^@/, '');
  return `${session.sandboxUrl ?? siteUrl}/@${encodeURIComponent(handle)}/video/${encodeURIComponent(postId)}`;
}

interface PublishRequest {
  path: string;
  fields: JsonObject;
  /** The addresses of the media open them for as long as they live. */
  secrets: string[];
}

async function requestOf(publication: Publication): Promise<PublishRequest> {
  const { media, text } = publication;
  const options = tikTokBusinessOptionsSchema.parse(publication.options ?? {});
  const addresses = await Promise.all(media.map((item) => item.publicUrl(addressLifeMs[item.kind])));
  const [first] = media;
  if (first?.kind !== 'VIDEO') {
    const fields = {
      photo_images: addresses,
      photo_cover_index: options.photoCoverIndex,
      post_info: pictureInfo(text, options),
    };
    return { path: '/business/photo/publish/', fields, secrets: addresses };
  }
  const thumbnail = publication.optionMedia['thumbnailMediaId'];
  const cover = await thumbnail?.publicUrl(addressLifeMs.IMAGE);
  const fields = {
    video_url: addresses[0] ?? null,
    ...(cover === undefined ? {} : { custom_thumbnail_url: cover }),
    post_info: videoInfo(text, options),
  };
  return {
    path: '/business/video/publish/',
    fields,
    secrets: cover === undefined ? addresses : [...addresses, cover],
  };
}

/** What is not asked for is left out: all of it is off unless it is said. */
function onlyAsked(fields: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value === false || value === '' ? [] : [[name, value]],
    ),
  );
}

function videoInfo(text: string, options: TikTokBusinessOptions): JsonObject {
  return onlyAsked({
    caption: text,
    disable_comment: options.disableComment,
    disable_duet: options.disableDuet,
    disable_stitch: options.disableStitch,
    is_brand_organic: options.isBrandOrganic,
    is_branded_content: options.isBrandedContent,
    is_ai_generated: options.isAiGenerated,
    thumbnail_offset: options.thumbnailOffsetMs,
    upload_to_draft: options.uploadToDraft,
  });
}

function pictureInfo(text: string, options: TikTokBusinessOptions): JsonObject {
  return onlyAsked({
    privacy_level: options.privacyLevel,
    title: options.title,
    caption: text,
    disable_comment: options.disableComment,
    is_brand_organic: options.isBrandOrganic,
    is_branded_content: options.isBrandedContent,
    auto_add_music: options.autoAddMusic,
    is_draft: options.uploadToDraft,
  });
}
