import type { MediaRules } from '../../domain/media-rules.js';
import {
  documents,
  MB,
  videos,
  gif,
  jpeg,
  kB,
  min,
  mp4,
  images,
  pdf,
  png,
  s,
  slot,
} from '../kit/media-rule-parts.js';

/** An image must have fewer than 36,152,320 pixels. */
export const pixelsMax = 36_152_319;

/** The rules for persons and companies. */
export const linkedInMediaRules: MediaRules = {
  required: false,
  takesAltText: true,
  altTextCharsMax: 4_086,
  slots: [
    slot('pictures', { itemsMax: 20, image: images({ mimes: [jpeg, png], pixelsMax }) }),
    slot('GIF', { animation: images({ mimes: [gif], pixelsMax: null, framesMax: 250 }) }),
    slot('video', {
      video: videos({
        mimes: [mp4],
        bytesMin: 75 * kB,
        bytesMax: 500 * MB,
        durationMinMs: 3 * s,
        durationMaxMs: 30 * min,
      }),
    }),
    slot('document', { document: documents({ mimes: [pdf], bytesMax: 100 * MB, pagesMax: 300 }) }),
  ],
  sources: ['LinkedIn Marketing API: Images, MultiImage, Videos and Documents APIs (2026)'],
  notes: [
    'Videos: one page says 500 MB, another says 5 GB. Punctual uses the smaller limit.',
    'The public documentation does not state a limit on the length of alt text.',
    'LinkedIn also accepts PPT, PPTX, DOC and DOCX. Punctual accepts PDF only.',
  ],
};
