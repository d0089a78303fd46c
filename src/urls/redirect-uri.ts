import { isLoopbackHost } from './loopback.js';

/** Schemes that a browser itself handles, or that run or show something instead of opening an app. */
const refusedSchemes = new Set(
  'about blob chrome data file filesystem ftp intent javascript mailto sms tel vbscript view-source ws wss'
    .split(' ')
    .map((scheme) => `${scheme}:`),
);

/**
 * Whether an app may receive an authorization code at this URI: https, http on the app's own machine, or a scheme that
 * an app has registered with the operating system (RFC 8252).
 */
export function isRedirectUri(given: string, charsMax: number): boolean {
  if (given.length > charsMax || !/^[\x21-\x7e]+$/.test(given) || /[#\\]/.test(given)) return false;
  if (!URL.canParse(given)) return false;
  const { protocol, hostname, username, password } = new URL(given);
  if (username !== '' || password !== '') return false;
  // A browser may read `https:host` as a path of the page that it is on.
  if (/^https?:$/.test(protocol) && !/^https?:\/\//i.test(given)) return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return isLoopbackHost(hostname);
  return !refusedSchemes.has(protocol);
}

/**
 * Whether a redirect URI is the registered one. URIs must be equal; only the port of an app on the person's own machine
 * may differ, because such an app listens on any free port (RFC 8252, section 7.3). Both must be redirect URIs.
 */
export function isSameRedirectUri(registered: string, given: string): boolean {
  if (registered === given) return true;
  const [one, other] = [new URL(registered), new URL(given)];
  if (one.protocol !== 'http:' || other.protocol !== 'http:') return false;
  one.port = '';
  other.port = '';
  return one.href === other.href;
}

/** Adds parameters to a redirect URI, whose own text stays as it is. */
export function withParameters(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  const added = new URLSearchParams(parameters).toString();
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${added}`;
}

/** Where a redirect URI leads, for people: the host, or the scheme of an app on the device. */
export function placeOfRedirectUri(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  return protocol === 'http:' ? hostname : protocol.slice(0, -1);
}
