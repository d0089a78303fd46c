/**
 * Returns the path to open after a sign-in, or `/` if the given path is not a page of the dashboard. So a link cannot
 * redirect the user to another site.
 */
export function safePath(given: string | undefined, origin = globalThis.location.origin): string {
  if (given === undefined || !given.startsWith('/') || !URL.canParse(given, origin)) return '/';
  const url = new URL(given, origin);
  // A path that begins with two slashes, such as that of `/.//host`, would open another host.
  const isOurs = url.origin === origin && !url.pathname.startsWith('//');
  return isOurs && url.pathname !== '/sign-in' ? `${url.pathname}${url.search}` : '/';
}
