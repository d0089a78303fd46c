import type { Shapes } from '../../../../test/platforms/official/shapes.js';

const video = { mime: 'video/mp4' } as const;
const photo = { altText: 'a cat' };

export const shapes: Shapes = {
  'a text': { options: { place: '1', textFormatPresetId: '2' } },
  'a link': { options: { link: 'https://example.com/' } },
  'a photo': { media: [photo] },
  photos: { media: [photo, photo] },
  'a video': { media: [video], options: { title: 'A title' } },
  'a reel': { media: [video], options: { kind: 'REEL', title: 'A title', place: '1' } },
  'an image story': { text: '', media: [photo], options: { kind: 'STORY' } },
  'a video story': { text: '', media: [video], options: { kind: 'STORY' } },
};
