/** No name in the DNS is longer. */
const hostCharsMax = 253;

/** The part of a URL before its path, as URL parses it: it skips blanks and any number of slashes. */
const hostPart = /^[\s\p{Cc}]*[a-z][a-z0-9+.\-\t\n\r]*:[\\/\t\n\r]*([^\\/?#]*)/iu;

/**
 * Parses an absolute URL; null if it is none. Normalizing a host name takes time quadratic in its different
 * characters, so a host that is too long for a DNS name is refused first.
 */
export function parseUrl(text: string): URL | null {
  const host = hostPart.exec(text)?.[1];
  if (host === undefined || host.length > hostCharsMax) return null;
  try {
    return new URL(text);
  } catch {
    // `URL.canParse` of Node 20 rejects letters such as "ü" once its caller has been optimized.
    return null;
  }
}
