import type { XSession } from './api.js';

/** The URL where people see a post. It also works with `i` instead of a handle. */
export function toAddress(siteUrl: string, { sandboxUrl }: XSession, handle: string, id: string): string {
  return `${sandboxUrl ?? siteUrl}/${encodeURIComponent(handle)}/status/${id}`;
}
