/** Returns the URL of a stored file without its host, because the page may load images only from its own origin. */
export function ownUrl(url: string): string {
  const { pathname, search } = new URL(url, globalThis.location.origin);
  return pathname === '/storage/file' ? `${pathname}${search}` : url;
}

/**
 * Returns the URL if it has the page's own origin, otherwise null. The security policy blocks images of other servers.
 */
export function shownUrl(url: string | null | undefined): string | null {
  if (url === null || url === undefined || !URL.canParse(url)) return null;
  return new URL(url).origin === globalThis.location.origin ? url : null;
}
