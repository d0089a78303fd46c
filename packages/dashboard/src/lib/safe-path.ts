/**
 * The path to open after a sign-in. It only accepts pages of the dashboard, so that a link cannot redirect to another
 * site.
 */
export function safePath(given: string | undefined, origin = globalThis.location.origin): string {
  if (given === undefined || !given.startsWith('/') || !URL.canParse(given, origin)) return '/';
  const url = new URL(given, origin);
  // A path that begins with two slashes, such as the one of `/.//host`, would lead to another host.
  const isOurs = url.origin === origin && !url.pathname.startsWith('//');
  return isOurs && url.pathname !== '/sign-in' ? `${url.pathname}${url.search}` : '/';
}
