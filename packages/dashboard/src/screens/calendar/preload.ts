import { queryClient } from '../../api/query-client.js';
import type { UrlParams } from '../../lib/use-url-params.js';
import { preloadMessages } from './preload-messages.js';
import { shownTiles } from './read-tiles.js';
import { shownPeriod } from './shown-period.js';

/** Reads the posts of the calendar in the URL while the code of the screen is loaded, unless they were read before. */
export async function preload(workspaceId: string, search: UrlParams): Promise<void> {
  preloadMessages();
  await queryClient.ensureQueryData(shownTiles(workspaceId, shownPeriod(search)));
}
