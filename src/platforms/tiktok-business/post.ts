import { z } from 'zod';
import type { Json, JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { Published } from '../kit/failure.js';
import type { CommitAnswer, Publication } from '../kit/platform.js';
import { postBusiness, type BusinessSession } from './api.js';
import { readData } from './envelope.js';
import { businessFailure } from './failures.js';
import { tikTokBusinessOptionsSchema, type TikTokBusinessOptions } from './options.js';

/** How long the URLs of media work. TikTok recommends at least half an hour. A video of a gigabyte takes time. */
const addressLifeMs = { picture: 60 * 60 * 1000, video: 2 * 60 * 60 * 1000 } as const;
const siteUrl = 'https://www.tiktok.com';

const takenSchema = z.object({ share_id: z.string().min(1) });

/**
 * Makes the one call that publishes. TikTok accepts it and returns the id of a job, and only then fetches and reviews
 * the media. The id is stored at once, because look-ups with it show the state of the post.
 */
export async function publishPost(
  session: BusinessSession,
  publication: Publication,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const coverId = tikTokBusinessOptionsSchema.parse(publication.options ?? {}).thumbnailMediaId;
  if (coverId !== undefined && publication.optionMedia['thumbnailMediaId'] === undefined) {
    const message = 'The cover image is no longer in the media library.';
    return { kind: 'rejected', code: 'MEDIA_UNAVAILABLE', message };
  }
  const { path, fields, secrets } = await requestOf(publication);
  const answer = await postBusiness(session, { path, fields, secrets, sendBefore });
  const taken = readData(answer, takenSchema);
  if (taken === null) return businessFailure(answer, session.clock);
  return {
    kind: 'ambiguous',
    message: 'TikTok has accepted the post, and is now fetching and reviewing it.',
    state: { shareId: taken.share_id, takenAt: session.clock.now().toISOString() },
  };
}

/** A published post, with the job's id if TikTok returns no other. */
export function toPublished(session: BusinessSession, postId: string | null, shareId: string): Published {
  return {
    externalPostId: postId ?? shareId,
    externalUrl: postId === null ? null : postUrl(session, postId),
    reference: null,
  };
}

export function postUrl(session: BusinessSession, postId: string): string {
  const handle = session.handle.replace(/^@/, '');
  return `${session.sandboxUrl ?? siteUrl}/@${encodeURIComponent(handle)}/video/${encodeURIComponent(postId)}`;
}

interface PublishRequest {
  path: string;
  fields: JsonObject;
  /** The URLs of the media give access to them until they expire. */
  secrets: string[];
}

async function requestOf(publication: Publication): Promise<PublishRequest> {
  const { media, text } = publication;
  const options = tikTokBusinessOptionsSchema.parse(publication.options ?? {});
  const addresses = await Promise.all(
    media.map((item) => item.publicUrl(addressLifeMs[item.kind === 'VIDEO' ? 'video' : 'picture'])),
  );
  const [first] = media;
  if (first?.kind !== 'VIDEO') {
    const fields = {
      photo_images: addresses,
      photo_cover_index: options.photoCoverIndex,
      post_info: imageInfo(text, options),
    };
    return { path: '/business/photo/publish/', fields, secrets: addresses };
  }
  const thumbnail = publication.optionMedia['thumbnailMediaId'];
  const cover = await thumbnail?.publicUrl(addressLifeMs.picture);
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

/** Leaves out fields that request nothing, because everything is off by default. */
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

function imageInfo(text: string, options: TikTokBusinessOptions): JsonObject {
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
