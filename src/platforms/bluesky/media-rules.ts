import type { MediaRules } from '../../domain/media-rules.js';
import { MB, videos, jpeg, min, mp4, images, png, slot, webp } from '../kit/media-rule-parts.js';

export const blueskyMediaRules: MediaRules = {
  required: false,
  takesAltText: true,
  altTextCharsMax: null,
  slots: [
    slot('pictures', { itemsMax: 4, image: images({ mimes: [jpeg, png, webp], bytesMax: 1 * MB }) }),
    slot('video', { video: videos({ mimes: [mp4], bytesMax: 300 * MB, durationMaxMs: 3 * min }) }),
  ],
  sources: ['AT Protocol lexicons app.bsky.embed.images and app.bsky.embed.video (August 2026)'],
  notes: [
    'Images: the lexicon allows 2,000,000 bytes since April 2026. Older servers reject images larger than 1,000,000 bytes.',
    'Animated GIFs are rejected because Bluesky would show a still image.',
    'The limit of three minutes for videos is not in the lexicon.',
  ],
};
