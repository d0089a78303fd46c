import type { Translation } from '../load-messages.js';
import type en from '../en/previews.js';

export default {
  showAll: 'Show all',
  seeMore: 'See more',
  showMore: 'Show more',
  previewForAccountname: 'Preview for {accountName}',
  firstComment: 'First comment',
  noTextYet: 'No text yet',
  showLess: 'Show less',
  imagesAndVideosInThe: 'Images and videos in the preview',
  n1OfLength: '1 of {length, number}',
  noImageOrVideoYet: 'No image or video yet',
} satisfies Translation<typeof en>;
