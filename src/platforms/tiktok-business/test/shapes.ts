import type { Shapes } from '../../../../test/platforms/official/shapes.js';

const picture = { mime: 'image/jpeg' } as const;
const video = { mime: 'video/mp4' } as const;

export const shapes: Shapes = {
  'a video': { media: [video] },
  'a video with all options': {
    media: [video],
    options: {
      disableComment: true,
      disableDuet: true,
      disableStitch: true,
      isBrandOrganic: true,
      isBrandedContent: true,
      isAiGenerated: true,
      thumbnailOffsetMs: 1_000,
    },
  },
  'a video with a cover': {
    media: [video],
    options: { thumbnailMediaId: 'med_1' },
    optionMedia: { thumbnailMediaId: picture },
  },
  images: {
    media: [picture, picture],
    options: {
      privacyLevel: 'PUBLIC_TO_EVERYONE',
      title: 'A title',
      photoCoverIndex: 1,
      autoAddMusic: true,
    },
  },
  'a draft of a video': { media: [video], text: '', options: { uploadToDraft: true } },
  'a draft of images': { media: [picture], options: { uploadToDraft: true, title: 'A title' } },
};
