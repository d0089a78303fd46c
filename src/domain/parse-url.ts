/** No name in the DNS is longer. */
const hostCharsMax = 253;

/** From the start to where the path begins, as URL reads it: it passes over blanks, and any number of slashes. */
const hostPart = /^[\s\p{Cc}]*[a-z][a-z0-9+.\-\t\n\r]*:[\\/\t\n\r]*([^\\/?#]*)/iu;

/**
 * An absolute address, or null where the text is none. The names of hosts are normalised in a time that grows with the
 * square of the different characters in them, so that a host that is too long for one is refused before.
 */
export function parseUrl(text: string): URL | null {
  const host = hostPart.exec(text)?.[1];
  if (host === undefined || host.length > hostCharsMax) return null;
  try {
    return new URL(text);
  } catch {
    // `URL.canParse` of Node 20 says no to letters such as "ü" as soon as its caller has been optimised.
    return null;
  }
}
