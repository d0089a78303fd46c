/** The service's own address of a file, whatever name of the service is in it: pages load pictures from theirs alone. */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, globalThis.location.origin);
  return pathname === '/storage/file' ? `${pathname}${search}` : url;
}
