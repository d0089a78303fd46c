import type { Json, JsonObject } from '../../domain/json.js';
import { MB } from '../kit/media-rule-parts.js';
import { mediaRejected } from '../kit/media-upload.js';
import { PlatformFailed } from '../kit/failure.js';
import type { Publication, PublicationMedia } from '../kit/platform.js';
import { pinterestOptionsSchema } from './options.js';

/**
 * The maximum size of images that are sent in the call that creates the pin, so that they need no public URL. They are
 * all in memory then, and the call takes longer. Beyond this size, Pinterest gets URLs from which it fetches them.
 */
const bytesInCallMax = 4 * MB;
/**
 * How long the URLs work. Pinterest fetches the files before it responds. The rest is for a slow connection,
 * or a second attempt.
 */
const addressLifeMs = 60 * 60 * 1000;

/** The URLs in a value. They are secrets, because their bearer can fetch the file. */
export function addressesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' ? (/(^|_)url$/.test(name) ? [inner] : []) : addressesIn(inner),
  );
}

/** The `media_source` of a pin. A video is already at Pinterest and has the id `mediaId`. */
export async function mediaSourceOf(publication: Publication, mediaId: string | null): Promise<JsonObject> {
  try {
    return mediaId === null ? await imagesSource(publication) : await videoSource(publication, mediaId);
  } catch (error) {
    if (error instanceof PlatformFailed) throw error;
    // Nothing was sent, and the media library may be back soon.
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlatformFailed({ kind: 'not-sent', message: `The media could not be read: ${reason}` });
  }
}

async function imagesSource({ media, options }: Publication): Promise<JsonObject> {
  const [first, ...others] = media;
  if (first === undefined) throw new PlatformFailed(mediaRejected('A pin needs an image or a video.'));
  const inCall = media.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= bytesInCallMax;
  const [form, items] = inCall
    ? ['base64', await Promise.all(media.map(contentOf))]
    : ['url', await Promise.all(media.map(addressOf))];
  if (others.length === 0) return { source_type: `image_${form}`, ...items[0] };
  const { carouselIndex: index } = pinterestOptionsSchema.parse(options ?? {});
  const source_type = inCall ? 'multiple_image_base64' : 'multiple_image_urls';
  return { source_type, items, ...(index !== undefined && { index }) };
}

async function videoSource({ options, optionMedia }: Publication, media_id: string): Promise<JsonObject> {
  const { coverMediaId, coverKeyFrameSec = 0 } = pinterestOptionsSchema.parse(options ?? {});
  const source = { source_type: 'video_id', media_id };
  if (coverMediaId === undefined) return { ...source, cover_image_key_frame_time: coverKeyFrameSec };
  const cover = optionMedia['coverMediaId'];
  if (cover === undefined) {
    const message = 'The cover image is no longer in the media library.';
    throw new PlatformFailed({ kind: 'rejected', code: 'MEDIA_UNAVAILABLE', message });
  }
  if (cover.sizeBytes > bytesInCallMax) return { ...source, cover_image_url: (await addressOf(cover)).url };
  const { content_type, data } = await contentOf(cover);
  return { ...source, cover_image_content_type: content_type, cover_image_data: data };
}

async function contentOf(media: PublicationMedia): Promise<{ content_type: string; data: string }> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of media.open({ start: 0, end: media.sizeBytes })) chunks.push(chunk);
  return { content_type: media.mime, data: Buffer.concat(chunks).toString('base64') };
}

/** A URL that works only as long as Pinterest needs it. */
async function addressOf(media: PublicationMedia): Promise<{ url: string }> {
  return { url: await media.publicUrl(addressLifeMs) };
}
