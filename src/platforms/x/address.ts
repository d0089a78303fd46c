import type { PlatformSession } from '../kit/session.js';

/** Where people see a post; under `i` in the place of a handle it is found, too. */
export function toAddress(
  siteUrl: string,
  { sandboxUrl }: PlatformSession,
  handle: string,
  id: string,
): string {
  return `${sandboxUrl ?? siteUrl}/${encodeURIComponent(handle)}/status/${id}`;
}
