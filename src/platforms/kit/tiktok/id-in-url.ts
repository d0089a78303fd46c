import { isHandleOf, partOfPath } from '../id-in-url.js';

/** A video or photo post of the account. */
export function idInTikTokUrl(url: URL, account: { handle: string }): string | null {
  const handle = partOfPath(url, /\/@([^/]+)\/(?:video|photo)\/\d+\/?$/);
  return isHandleOf(handle, account) ? partOfPath(url, /\/(\d+)\/?$/) : null;
}
