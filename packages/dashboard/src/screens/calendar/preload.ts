import { userLanguage } from '../../lib/language.js';
import { queryClient } from '../../api/query-client.js';
import type { UrlParams } from '../../lib/use-url-params.js';
import { shownTiles } from './read-tiles.js';
import { shownPeriod } from './shown-period.js';

/** Without this, they would be loaded one after the other, and only after the posts. */
const messages = import.meta.glob('../../messages/{en,de}/{calendar,states}.ts');

/** Reads the posts of the calendar in the URL while the code of the screen is loaded, unless they were read before. */
export async function preload(workspaceId: string, search: UrlParams): Promise<void> {
  for (const [path, load] of Object.entries(messages)) {
    if (path.includes(`/${userLanguage}/`)) load().catch(() => undefined);
  }
  await queryClient.ensureQueryData(shownTiles(workspaceId, shownPeriod(search)));
}
