import type { Shapes } from '../../../../test/platforms/official/shapes.js';
import { MB } from '../../kit/media-rule-parts.js';
import { boardId, sectionId } from './support.js';

const options = { boardId };
const all = {
  boardId,
  boardSectionId: sectionId,
  title: 'A title',
  link: 'https://example.com/a?b=c',
  altText: 'What can be seen',
  dominantColor: '#6E7874',
};
const picture = { altText: 'a picture' };
const video = { mime: 'video/mp4' } as const;

export const shapes: Shapes = {
  'an image': { media: [picture], options: all },
  'a JPEG': { media: [{ mime: 'image/jpeg' }], options },
  'a large image': { media: [{ sizeBytes: 5 * MB }], options },
  'a carousel': { media: [picture, picture], options: { ...all, carouselIndex: 1 } },
  'a large carousel': { media: [{ sizeBytes: 3 * MB }, { sizeBytes: 3 * MB }], options },
  'a video': { media: [video], options: all },
  'a video with a frame': { media: [video], options: { ...all, coverKeyFrameSec: 3 } },
  'a video with a cover': {
    media: [video],
    options: { boardId, coverMediaId: 'med_c' },
    optionMedia: { coverMediaId: picture },
  },
  'a video with a large cover': {
    media: [video],
    options: { boardId, coverMediaId: 'med_c' },
    optionMedia: { coverMediaId: { sizeBytes: 5 * MB } },
  },
};
