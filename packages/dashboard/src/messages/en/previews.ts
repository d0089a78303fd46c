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
} as const;
