/** The maximum length of a DNS name. */
const hostCharsMax = 253;

/** Matches the part of a URL before its path like the class URL, which skips blanks and any number of slashes. */
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
    // `URL.canParse` is not used, because in Node 20 it rejects letters such as "ü" once its caller has been optimized.
    return null;
  }
}
