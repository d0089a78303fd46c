export default {
  showAll: 'Show all',
  seeMore: 'See more',
  showMore: 'Show more',
  previewFor: 'Preview for {account}',
  firstComment: 'First comment',
  noTextYet: 'No text yet',
  showLess: 'Show less',
  imagesAndVideosInThe: 'Images and videos in the preview',
  noImageOrVideoYet: 'No image or video yet',
} as const;
