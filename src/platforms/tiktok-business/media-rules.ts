import type { ImageRules, MediaRules } from '../../domain/media-rules.js';
import { GB, MB, images, jpeg, mov, mp4, png, s, slot, videos, webm, webp } from '../kit/media-rule-parts.js';
import { tikTokImages } from '../kit/tiktok/media-rules.js';

export const tikTokBusinessMediaRules: MediaRules = {
  required: true,
  takesAltText: false,
  altTextCharsMax: null,
  slots: [
    slot('pictures', { itemsMax: 35, image: tikTokImages }),
    slot('video', {
      video: videos({
        mimes: [mp4, mov, webm],
        bytesMax: 1 * GB,
        sideMin: 360,
        durationMinMs: 3 * s,
        durationMaxMs: 600 * s,
        frameRateMin: 23,
        frameRateMax: 60,
      }),
    }),
  ],
  sources: ['TikTok API for Business: Accounts API v1.3, as its SDKs describe it'],
  notes: [
    'TikTok fetches each file from a public URL of this installation. The domain must be verified for your app at TikTok.',
  ],
};

/** The rules for an image that becomes the cover of a video. */
export const thumbnailRules: ImageRules = images({
  mimes: [jpeg, webp, png],
  bytesMax: 20 * MB,
  sideMin: 360,
  longSideMax: 1920,
  shortSideMax: 1080,
});
