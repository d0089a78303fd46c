import { z } from 'zod';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication, PublishedSearch } from '../kit/platform.js';
import { optionAt } from '../kit/options.js';
import { readPages, theOnly } from '../kit/look-up.js';
import { normalizeText } from '../kit/text.js';
import { idSchema, readYouTube, type YouTubeSession } from './api.js';

const pageSize = 50;
const pagesMax = 4;

type Found = { kind: 'found'; videoId: string } | { kind: 'absent' } | PlatformFailure;

const channelsSchema = z.object({
  items: z.tuple(
    [z.object({ contentDetails: z.object({ relatedPlaylists: z.object({ uploads: idSchema }) }) })],
    z.unknown(),
  ),
});

const pageSchema = z.object({ items: z.array(z.unknown()), nextPageToken: z.string().nullish() });
const itemSchema = z.object({
  snippet: z.object({
    title: z.string(),
    description: z.string().default(''),
    publishedAt: z.iso.datetime({ offset: true }),
    resourceId: z.object({ videoId: idSchema }),
  }),
});

/**
 * Finds the only upload since the attempt with the publication's title and description. A missing video proves little.
 */
export async function findInUploads(
  session: YouTubeSession,
  publication: Publication,
  { since, takenIds }: PublishedSearch,
): Promise<Found> {
  const playlistId = await uploadsPlaylist(session);
  const matches = new Set<string>();
  await readPages(pagesMax, async (pageToken: string | undefined) => {
    const query = {
      part: 'snippet',
      playlistId,
      maxResults: String(pageSize),
      ...(pageToken === undefined ? {} : { pageToken }),
    };
    const call = { path: '/youtube/v3/playlistItems', method: 'GET', query } as const;
    const list = await readYouTube(session, call, pageSchema);
    const items = list.items.flatMap((item) => itemSchema.safeParse(item).data ?? []);
    const recent = items.filter(({ snippet }) => Date.parse(snippet.publishedAt) >= since.getTime());
    for (const { snippet } of recent) {
      const id = snippet.resourceId.videoId;
      if (!takenIds.has(id) && isOf(snippet, publication)) matches.add(id);
    }
    // Videos are listed newest first. Once one is older than `since`, none of the following can be ours.
    return items.length > recent.length ? null : list.nextPageToken;
  });
  return theOnly(matches, (videoId): Found => ({ kind: 'found', videoId }));
}

function isOf(seen: { title: string; description: string }, { text, options }: Publication): boolean {
  const title = optionAt(options, 'title');
  return (
    normalizeText(seen.title) === normalizeText(typeof title === 'string' ? title : '') &&
    normalizeText(seen.description) === normalizeText(text)
  );
}

async function uploadsPlaylist(session: YouTubeSession): Promise<string> {
  const query = { part: 'contentDetails', mine: 'true' };
  const call = { path: '/youtube/v3/channels', method: 'GET', query } as const;
  const { items } = await readYouTube(session, call, channelsSchema);
  return items[0].contentDetails.relatedPlaylists.uploads;
}
