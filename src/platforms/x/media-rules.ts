import type { MediaRules } from '../../domain/media-rules.js';
import { MB, videos, gif, jpeg, mov, mp4, images, png, s, slot, webp } from '../kit/media-rule-parts.js';

export const xMediaRules: MediaRules = {
  required: false,
  takesAltText: true,
  altTextCharsMax: 1_000,
  slots: [
    slot('pictures', { itemsMax: 4, image: images({ mimes: [jpeg, png, webp], bytesMax: 5 * MB }) }),
    slot('GIF', {
      animation: images({
        mimes: [gif],
        bytesMax: 15 * MB,
        longSideMax: 1280,
        shortSideMax: 1080,
        pixelsMax: 300_000_000,
        framesMax: 350,
      }),
    }),
    slot('video', {
      video: videos({
        mimes: [mp4, mov],
        videoCodecs: ['h264'],
        audioCodecs: ['aac'],
        bytesMax: 512 * MB,
        sideMin: 32,
        ratioMin: 0.3333,
        ratioMax: 3,
        durationMinMs: 500,
        durationMaxMs: 140 * s,
        frameRateMax: 60,
      }),
    }),
  ],
  sources: ['X API: Media best practices (August 2026); OpenAPI 2.167'],
  notes: [
    'Videos: the documentation of August 2026 also names 1280 x 1024 pixels. Punctual does not enforce that: since September 2026 the limits depend on the account, and the API does not return them.',
    'For the same reason, Punctual rejects the longer and larger videos that paying accounts could publish.',
    'Alt text is for images and GIFs. The alt text of a video is not sent.',
  ],
};
