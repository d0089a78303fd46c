import type { MediaRules } from '../../domain/media-rules.js';
import { GB, MB, films, jpeg, mov, mp4, pictures, png, s, slot } from '../kit/media-rule-parts.js';

const threadsPicture = pictures({ mimes: [jpeg, png], bytesMax: 8 * MB, ratioMin: 0.1, ratioMax: 10 });
const threadsFilm = films({
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
    slot('picture', { image: threadsPicture }),
    slot('film', { film: threadsFilm }),
    slot('carousel', { itemsMin: 2, itemsMax: 20, image: threadsPicture, film: threadsFilm }),
  ],
  sources: ['Threads API: Overview; Publishing reference'],
  notes: ['Pictures narrower than 320 or wider than 1440 pixels are scaled by Threads itself.'],
};
