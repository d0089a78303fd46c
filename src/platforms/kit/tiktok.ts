import { MB, jpeg, pictures, webp } from './media-rule-parts.js';

/** Of both of its interfaces. */
export const tikTokPictures = pictures({
  mimes: [jpeg, webp],
  bytesMax: 20 * MB,
  longSideMax: 1920,
  shortSideMax: 1080,
});
