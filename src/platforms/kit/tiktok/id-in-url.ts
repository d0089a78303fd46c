import { partsOfOwnUrl, type UrlOwner } from '../id-in-url.js';

/** A video or photo post of the account. */
export function idInTikTokUrl(siteUrl: string, url: URL, owner: UrlOwner): string | null {
  const pattern = /^\/@(?<owner>[^/]+)\/(?:video|photo)\/(?<id>\d+)\/?$/;
  return partsOfOwnUrl(url, owner, [siteUrl], pattern)?.['id'] ?? null;
}
