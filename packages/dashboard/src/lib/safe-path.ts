/** Where to go on after a sign-in: an address of the dashboard, and never one of somebody else's making. */
export function safePath(given: string | undefined, origin = globalThis.location.origin): string {
  if (given === undefined || !given.startsWith('/') || !URL.canParse(given, origin)) return '/';
  const url = new URL(given, origin);
  // A path that begins with two slashes, as that of `/.//host` does, is the address of another host.
  const isOurs = url.origin === origin && !url.pathname.startsWith('//');
  return isOurs && url.pathname !== '/sign-in' ? `${url.pathname}${url.search}` : '/';
}
