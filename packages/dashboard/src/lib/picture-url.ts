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
