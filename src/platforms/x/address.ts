import { partsOfOwnUrl, type UrlOwner } from '../kit/id-in-url.js';
import type { PlatformSession } from '../kit/session.js';

/** The URL where people see a post. It also works with `i` instead of a handle. */
export function toAddress(
  siteUrl: string,
  { sandboxUrl }: PlatformSession,
  handle: string,
  id: string,
): string {
  return `${sandboxUrl ?? siteUrl}/${encodeURIComponent(handle)}/status/${id}`;
}

const addressPattern = /^\/(?<owner>[^/]+)\/status\/(?<id>\d{1,20})(?:\/|$)/;
const formerSiteUrl = 'https://twitter.com';

/** The reverse, of a post by the account. A URL with `i` does not say whose post it is. */
export function idInAddress(siteUrl: string, url: URL, owner: UrlOwner): string | null {
  return partsOfOwnUrl(url, owner, [siteUrl, formerSiteUrl], addressPattern)?.['id'] ?? null;
}
