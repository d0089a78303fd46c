import type { Shapes } from '../../../../test/platforms/official/shapes.js';

const picture = { altText: 'described' };
const article = { source: 'https://example.com/', title: 'A page', description: 'About it' };
const mentions = [{ name: 'Acme', urn: 'urn:li:organization:2' }];

export const shapes: Shapes = {
  'a text for connections': { options: { visibility: 'CONNECTIONS' } },
  'a text': {
    text: 'words #tag (by @Acme) https://example.com/',
    options: { mentions, disableReshare: true },
  },
  'an image': { media: [picture] },
  images: { media: [picture, { mime: 'image/jpeg' }, picture] },
  'a video': { media: [{ mime: 'video/mp4' }] },
  'a document': { media: [{ mime: 'application/pdf' }], options: { documentTitle: 'A report' } },
  'a link card': { options: { article } },
  'a link card with an image': {
    options: { article: { ...article, thumbnailMediaId: 'med_1' } },
    optionMedia: { 'article.thumbnailMediaId': picture },
  },
  'a poll': { options: { poll: { question: 'Well?', options: ['Yes', 'No'], duration: 'ONE_DAY' } } },
};
