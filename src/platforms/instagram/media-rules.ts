import type { MediaRules } from '../../domain/media-rules.js';
import { MB, videos, jpeg, min, mov, mp4, images, s, slot } from '../kit/media-rule-parts.js';

const instagramImage = images({ mimes: [jpeg], bytesMax: 8 * MB, ratioMin: 0.8, ratioMax: 1.91 });
const instagramReel = videos({
  mimes: [mp4, mov],
  videoCodecs: ['h264', 'h265'],
  audioCodecs: ['aac'],
  bytesMax: 300 * MB,
  widthMax: 1920,
  ratioMin: 0.01,
  ratioMax: 10,
  durationMinMs: 3 * s,
  durationMaxMs: 15 * min,
  bitRateMax: 25_000_000,
  frameRateMin: 23,
  frameRateMax: 60,
});

/** The image that a reel's option names as its cover. */
export const instagramCover = images({ mimes: [jpeg], bytesMax: 8 * MB });

export const instagramMediaRules: MediaRules = {
  required: true,
  takesAltText: true,
  altTextCharsMax: 1_000,
  slots: [
    slot('picture', { image: instagramImage }),
    slot('reel', { video: instagramReel }),
    slot('carousel', { itemsMin: 2, itemsMax: 10, image: instagramImage, video: instagramReel }),
    slot('reel', { optionKind: 'REELS', video: instagramReel }),
    slot('picture', { optionKind: 'FEED', image: instagramImage }),
    slot('carousel', {
      optionKind: 'FEED',
      itemsMin: 2,
      itemsMax: 10,
      image: instagramImage,
      video: instagramReel,
    }),
    slot('story', {
      optionKind: 'STORIES',
      image: images({ mimes: [jpeg], bytesMax: 8 * MB }),
      video: videos({
        ...instagramReel,
        bytesMax: 100 * MB,
        ratioMin: 0.1,
        durationMaxMs: 60 * s,
      }),
    }),
  ],
  sources: ['Instagram Platform: IG User Media reference (2026); Error Codes (2026-06-02)'],
  notes: [
    'Instagram itself scales images that are narrower than 320 or wider than 1440 pixels.',
    'Reels: documentation of 2026 says 300 MB, older copies say 1 GB. Punctual uses the smaller limit.',
    'A single video is always a reel: Instagram removed single-video feed posts in 2023.',
    'Alt text is for images in the feed. Reels and stories do not support it.',
    'Videos in a carousel have the limits of a reel; the documentation gives no others.',
  ],
};
