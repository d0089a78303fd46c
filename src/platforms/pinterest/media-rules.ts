import type { MediaRules } from '../../domain/media-rules.js';
import { GB, MB, videos, jpeg, min, mov, mp4, images, png, s, slot } from '../kit/media-rule-parts.js';

const pinImages = images({ mimes: [jpeg, png], bytesMax: 20 * MB });

export const pinterestMediaRules: MediaRules = {
  required: true,
  takesAltText: true,
  altTextCharsMax: 500,
  slots: [
    slot('pictures', { itemsMax: 5, image: pinImages }),
    slot('video', {
      video: videos({
        mimes: [mp4, mov],
        videoCodecs: ['h264', 'h265'],
        bytesMax: 2 * GB,
        ratioMin: 0.5,
        ratioMax: 1.91,
        durationMinMs: 4 * s,
        durationMaxMs: 15 * min,
      }),
    }),
  ],
  sources: ['Pinterest API 5.23.0; Pinterest help: product specifications'],
  notes: [
    'Images: different pages of the documentation say 10, 20 or 32 MB.',
    'The images of a carousel should have the same dimensions.',
    'A pin has one alt text. For a carousel, the alt texts of its images are joined.',
  ],
};

/** The rules for the image that is shown until a video plays. */
export const pinterestCoverRules = pinImages;
