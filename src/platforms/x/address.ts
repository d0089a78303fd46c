import { isHandleOf, partOfPath } from '../kit/id-in-url.js';
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

const addressPattern = /\/([^/]+)\/status\/(\d{1,20})(?:\/|$)/;

/** The reverse. X shows a post under any handle, so that of another account is not ours; `i` may be. */
export function idInAddress(url: URL, account: { handle: string }): string | null {
  const handle = partOfPath(url, addressPattern);
  if (handle !== 'i' && !isHandleOf(handle, account)) return null;
  return addressPattern.exec(url.pathname)?.[2] ?? null;
}
