import { isUnder } from '../../urls/seen-url.js';
import type { PlatformSession } from './session.js';

/** The account to which a post's URL should belong. */
export type UrlOwner = Pick<PlatformSession, 'externalAccountId' | 'handle' | 'sandboxUrl'>;

/**
 * The named groups of a pattern that matches the path of a URL on the platform's website, if its group
 * `owner` names the account. Otherwise null, because the URL may show another account's post.
 */
export function partsOfOwnUrl(
  url: URL,
  owner: UrlOwner,
  siteUrls: readonly string[],
  pattern: RegExp,
): Readonly<Record<string, string>> | null {
  const path = pathOnSite(url, owner, siteUrls);
  const parts = path === null ? undefined : pattern.exec(path)?.groups;
  return parts?.['owner'] !== undefined && isNameOf(parts['owner'], owner) ? parts : null;
}

/**
 * The path of a URL without percent escapes. Null if an escape is broken, or if the URL is on another
 * website. An account in the sandbox has its website under the sandbox's URL.
 */
function pathOnSite(url: URL, { sandboxUrl }: UrlOwner, siteUrls: readonly string[]): string | null {
  const base = sandboxUrl === undefined ? '' : new URL(sandboxUrl).pathname.replace(/\/$/, '');
  const isOnSite =
    sandboxUrl === undefined
      ? siteUrls.some((siteUrl) => isUnder(url.host, new URL(siteUrl).host.replace(/^www\./, '')))
      : url.host === new URL(sandboxUrl).host;
  if (!isOnSite || !url.pathname.startsWith(`${base}/`)) return null;
  try {
    return decodeURIComponent(url.pathname.slice(base.length));
  } catch {
    return null;
  }
}

function isNameOf(shown: string, { handle, externalAccountId }: UrlOwner): boolean {
  return shown === externalAccountId || shown.toLowerCase() === handle.replace(/^@/, '').toLowerCase();
}
