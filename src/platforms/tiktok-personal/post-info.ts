import type { JsonObject } from '../../domain/json.js';
import type { Publication } from '../kit/platform.js';
import { readOptions } from './options.js';
import type { SwitchedOff } from './state.js';

type Wanted = Pick<Publication, 'text' | 'options'>;

/** The `post_info` of a video that is published directly. A draft has none. */
export function videoPostInfo({ text, options }: Wanted, off: SwitchedOff): JsonObject {
  const given = readOptions(options);
  return withoutGaps({
    title: text === '' ? undefined : text,
    privacy_level: given.privacyLevel,
    disable_comment: given.disableComment || off.comment_disabled,
    disable_duet: given.disableDuet || off.duet_disabled,
    disable_stitch: given.disableStitch || off.stitch_disabled,
    video_cover_timestamp_ms: given.videoCoverTimestampMs,
    brand_content_toggle: given.brandContentToggle,
    brand_organic_toggle: given.brandOrganicToggle,
    is_aigc: given.isAigc,
  });
}

/** The whole body of the call that posts images. */
export function photoPost(
  { text, options }: Wanted,
  commentsOff: boolean,
  urls: readonly string[],
): JsonObject {
  const given = readOptions(options);
  const texts = { title: given.title, description: text === '' ? undefined : text };
  const direct = {
    privacy_level: given.privacyLevel,
    disable_comment: given.disableComment || commentsOff,
    auto_add_music: given.autoAddMusic,
    brand_content_toggle: given.brandContentToggle,
    brand_organic_toggle: given.brandOrganicToggle,
  };
  return {
    post_info: withoutGaps(given.postMode === 'DIRECT_POST' ? { ...texts, ...direct } : texts),
    source_info: {
      source: 'PULL_FROM_URL',
      photo_cover_index: given.photoCoverIndex ?? 0,
      photo_images: [...urls],
    },
    post_mode: given.postMode,
    media_type: 'PHOTO',
  };
}

function withoutGaps(fields: Record<string, string | number | boolean | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}
