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

export interface SmallPicture {
  url: string;
  /** An empty text if the picture has no description. */
  alt: string;
}

/**
 * Returns a small version of the first picture of a post, or null if there is none, as for a video, of which the server
 * makes none. The files themselves may be large, so they are never shown instead of it.
 */
export function firstPictureOf({
  media,
}: Pick<components['schemas']['CalendarPost'], 'media'>): SmallPicture | null {
  for (const { asset, altText } of media) {
    const url = asset?.thumbnailUrl ?? null;
    if (url !== null) return { url, alt: altText ?? asset?.altText ?? '' };
  }
  return null;
}
