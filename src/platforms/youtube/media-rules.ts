import type { MediaRules } from '../../domain/media-rules.js';
import { videos, hour, mov, mp4, slot, webm } from '../kit/media-rule-parts.js';

export const youTubeMediaRules: MediaRules = {
  required: true,
  takesAltText: false,
  altTextCharsMax: null,
  slots: [
    slot('video', {
      video: videos({ mimes: [mp4, mov, webm], bytesMax: 274_877_906_944, durationMaxMs: 12 * hour }),
    }),
  ],
  sources: ['YouTube Data API v3: discovery document, revision 20261104'],
  notes: ['Unverified accounts can upload videos of up to 15 minutes.'],
};
