import type { Shapes } from '../../../../test/platforms/official/shapes.js';

const picture = { mime: 'image/jpeg', altText: 'described' } as const;
const video = { mime: 'video/mp4' } as const;
const shown = {
  isAiGenerated: true,
  isPaidPartnership: false,
  collaborators: ['a.b'],
  locationId: '42',
  commentsEnabled: false,
};
const reel = { ...shown, audioName: 'own', shareToFeed: false, userTags: [{ username: 'c' }] };

export const shapes: Shapes = {
  'an image': { media: [picture] },
  'an image with all options': {
    media: [picture],
    options: { ...shown, userTags: [{ username: 'c', x: 0.5, y: 0.5 }] },
  },
  'a carousel': {
    media: [picture, video],
    options: {
      ...shown,
      userTags: [
        { username: 'c', x: 0, y: 1, mediaIndex: 0 },
        { username: 'd', mediaIndex: 1 },
      ],
    },
  },
  'a reel': {
    media: [video],
    options: { ...reel, thumbOffsetMs: 5, trialReel: { graduationStrategy: 'MANUAL' } },
  },
  'a reel with a cover': {
    media: [video],
    options: { ...reel, kind: 'REELS', coverMediaId: 'med_1' },
    optionMedia: { coverMediaId: picture },
  },
  'an image story': { text: '', media: [picture], options: { kind: 'STORIES', isAiGenerated: true } },
  'a video story': { text: '', media: [video], options: { kind: 'STORIES' } },
};
