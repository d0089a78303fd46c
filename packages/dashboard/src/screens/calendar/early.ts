import type { UrlParams } from '../../lib/use-url-params.js';
import { preloadMessages } from './preload-messages.js';
import { shownPeriod } from './shown-period.js';
import { shownQuery } from './shown-query.js';

preloadMessages();

/** Returns the path of the request for the posts of the calendar in the URL. */
export function earlyPath(workspaceId: string, search: UrlParams): string {
  const query = Object.entries(shownQuery(workspaceId, shownPeriod(search)));
  return `/calendar?${new URLSearchParams(query.map(([name, value]) => [name, `${value}`]))}`;
}
