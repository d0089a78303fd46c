/**
 * The part of a URL's path that a pattern's first group names; null if the pattern does not fit. The host is not
 * compared, because simulated platforms have another one.
 */
export function partOfPath({ pathname }: URL, pattern: RegExp): string | null {
  return pattern.exec(pathname)?.[1] ?? null;
}

/** The path of a URL without its percent escapes; empty where they are broken. */
export function decodedPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}

/** Whether a handle in a URL is that of the account. */
export function isHandleOf(shown: string | null, { handle }: { handle: string }): boolean {
  return shown?.toLowerCase() === handle.replace(/^@/, '').toLowerCase();
}
