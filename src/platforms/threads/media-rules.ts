import type { MediaRules } from '../../domain/media-rules.js';
import { GB, MB, videos, jpeg, mov, mp4, images, png, s, slot } from '../kit/media-rule-parts.js';

const threadsImage = images({ mimes: [jpeg, png], bytesMax: 8 * MB, ratioMin: 0.1, ratioMax: 10 });
const threadsVideo = videos({
  mimes: [mp4, mov],
  videoCodecs: ['h264', 'h265'],
  bytesMax: 1 * GB,
  widthMax: 1920,
  ratioMin: 0.01,
  ratioMax: 10,
  durationMaxMs: 300 * s,
  bitRateMax: 100_000_000,
  frameRateMin: 23,
  frameRateMax: 60,
});

export const threadsMediaRules: MediaRules = {
  required: false,
  takesAltText: true,
  altTextCharsMax: 1_000,
  slots: [
    slot('picture', { image: threadsImage }),
    slot('video', { video: threadsVideo }),
    slot('carousel', { itemsMin: 2, itemsMax: 20, image: threadsImage, video: threadsVideo }),
  ],
  sources: ['Threads API: Overview; Publishing reference'],
  notes: ['Threads itself scales images that are narrower than 320 or wider than 1440 pixels.'],
};
