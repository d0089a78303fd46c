import type { MediaRules } from '../../domain/media-rules.js';
import { GB, videos, mov, mp4, s, slot, webm } from '../kit/media-rule-parts.js';
import { tikTokImages } from '../kit/tiktok.js';

export const tikTokBusinessMediaRules: MediaRules = {
  required: true,
  takesAltText: false,
  altTextCharsMax: null,
  slots: [
    slot('pictures', { itemsMax: 35, image: tikTokImages }),
    slot('film', {
      film: videos({
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
  notes: [],
};
