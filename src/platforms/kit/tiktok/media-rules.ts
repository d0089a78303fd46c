import { MB, jpeg, images, webp } from '../media-rule-parts.js';

/** The image rules of both of TikTok's APIs. */
export const tikTokImages = images({
  mimes: [jpeg, webp],
  bytesMax: 20 * MB,
  longSideMax: 1920,
  shortSideMax: 1080,
});
