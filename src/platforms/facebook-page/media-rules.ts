import type { MediaRules } from '../../domain/media-rules.js';
import { GB, MB, videos, hour, jpeg, mov, mp4, images, png, s, slot } from '../kit/media-rule-parts.js';

const facebookImage = images({ mimes: [jpeg, png], bytesMax: 4 * MB });
export const facebookPageMediaRules: MediaRules = {
  required: false,
  takesAltText: true,
  altTextCharsMax: null,
  slots: [
    slot('pictures', { itemsMax: 10, image: facebookImage }),
    slot('video', { video: videos({ mimes: [mp4, mov], bytesMax: 10 * GB, durationMaxMs: 4 * hour }) }),
    slot('reel', {
      optionKind: 'REEL',
      video: videos({
        mimes: [mp4],
        sideMin: 540,
        ratioMin: 0.5625,
        ratioMax: 0.5625,
        durationMinMs: 3 * s,
        durationMaxMs: 90 * s,
        frameRateMin: 24,
        frameRateMax: 60,
      }),
    }),
    slot('story', {
      optionKind: 'STORY',
      image: facebookImage,
      video: videos({ mimes: [mp4], durationMinMs: 3 * s, durationMaxMs: 60 * s }),
    }),
  ],
  sources: ['Graph API: Page Photos, Page Videos, Reels and Stories publishing'],
  notes: [
    'Photos: the reference says 10 MB, but an error message of the API says less than 4 MB. Converted images stay below 4 MB.',
    'Photos in one post: no limit is documented. Punctual allows 10.',
    'Videos: the limits are those of resumable uploads. The public documentation does not state them.',
    'Reels: one page says 3 to 90 s, another 4 to 60 s.',
  ],
};
