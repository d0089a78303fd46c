import { queryClient } from '../../api/query-client.js';
import type { UrlParams } from '../../lib/use-url-params.js';
import { shownTiles } from './api.js';
import { shownPeriod } from './shown-period.js';

/** Reads the posts of the calendar in the URL while the code of the screen is loaded. */
export const preload = (workspaceId: string, search: UrlParams): Promise<void> =>
  queryClient.prefetchQuery(shownTiles(workspaceId, shownPeriod(search)));
