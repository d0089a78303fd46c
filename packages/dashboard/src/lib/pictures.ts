import type { components } from '../../../client/src/api-types.js';

interface File {
  kind: string;
  url: string | null;
  thumbnailUrl: string | null;
}

/**
 * Returns the URL of an image that shows a file: its thumbnail, or itself if it is an image. Null for other files, because
 * a browser must not open them inside a page.
 */
export function pictureUrlOf({ kind, url, thumbnailUrl }: File): string | null {
  return thumbnailUrl ?? (kind === 'IMAGE' || kind === 'GIF' ? url : null);
}

/** Whether only the file itself shows a video: its first frame, of which the server makes no picture. */
export const isShownAsVideo = ({ kind, thumbnailUrl }: Pick<File, 'kind' | 'thumbnailUrl'>): boolean =>
  kind === 'VIDEO' && thumbnailUrl === null;

export interface SmallPicture {
  url: string;
  /** Whether the picture is the first frame of the video at the URL. */
  isVideo: boolean;
  /** An empty text if the picture has no description. */
  alt: string;
}

/**
 * Returns a small version of the first picture or video of a post, or null if there is none. Images may be large, so they
 * are never shown instead of their thumbnail. Of a video, browsers read only the beginning.
 */
export function firstPictureOf({
  media,
}: Pick<components['schemas']['CalendarPost'], 'media'>): SmallPicture | null {
  for (const { asset, altText } of media) {
    if (asset === undefined || asset === null) continue;
    const isVideo = isShownAsVideo(asset);
    const url = isVideo ? asset.url : asset.thumbnailUrl;
    if (url !== null) return { url, isVideo, alt: altText ?? asset.altText ?? '' };
  }
  return null;
}
