import type { Shapes } from '../../../../test/platforms/official/shapes.js';

const picture = { mime: 'image/jpeg' } as const;
const video = { mime: 'video/mp4' } as const;
const privacyLevel = 'PUBLIC_TO_EVERYONE';

export const shapes: Shapes = {
  'an image': {
    media: [picture],
    options: { privacyLevel, title: 'A title', disableComment: true, autoAddMusic: true },
  },
  images: {
    media: [picture, picture],
    options: { privacyLevel, photoCoverIndex: 1, brandContentToggle: true, brandOrganicToggle: true },
  },
  'a video': {
    media: [video],
    options: {
      privacyLevel,
      disableDuet: true,
      disableStitch: true,
      isAigc: true,
      videoCoverTimestampMs: 1_000,
    },
  },
  'a draft of images': { media: [picture], options: { postMode: 'MEDIA_UPLOAD', title: 'A title' } },
  'a draft of a video': { media: [video], text: '', options: { postMode: 'MEDIA_UPLOAD' } },
};
