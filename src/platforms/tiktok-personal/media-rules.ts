import type { MediaRules } from '../../domain/media-rules.js';
import { GB, videos, mov, mp4, s, slot, webm } from '../kit/media-rule-parts.js';
import { tikTokImages } from '../kit/tiktok/media-rules.js';

export const tikTokPersonalMediaRules: MediaRules = {
  required: true,
  takesAltText: false,
  altTextCharsMax: null,
  slots: [
    slot('pictures', { itemsMax: 35, image: tikTokImages }),
    slot('video', {
      video: videos({
        mimes: [mp4, mov, webm],
        videoCodecs: ['h264', 'h265', 'vp8', 'vp9'],
        bytesMax: 4 * GB,
        sideMin: 360,
        longSideMax: 4096,
        durationMaxMs: 600 * s,
        frameRateMin: 23,
        frameRateMax: 60,
      }),
    }),
  ],
  sources: ['TikTok for Developers: Content Posting API, Media Transfer Guide'],
  notes: [
    'An account can have a lower limit on the length of videos: see `GET /social-accounts/{id}/choices`.',
    'TikTok fetches images from a public URL of this installation. The domain must be verified at TikTok.',
  ],
};
