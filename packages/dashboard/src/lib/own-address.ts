/** The service's own address of a file, whatever name of the service is in it: pages load pictures from theirs alone. */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, globalThis.location.origin);
  return pathname === '/storage/file' ? `${pathname}${search}` : url;
}

/**
 * An address that the policy of the page lets be shown: our own. Pictures at the servers of platforms and of other
 * storages are stood for by words.
 */
export function shownAddress(url: string | null | undefined): string | null {
  if (url === null || url === undefined || !URL.canParse(url)) return null;
  return new URL(url).origin === globalThis.location.origin ? url : null;
}
