import { z } from 'zod';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication, PublishedSearch } from '../kit/platform.js';
import { optionAt } from '../kit/options.js';
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

/** Finds the only upload since then with the publication's title and description. A missing one proves little. */
export async function findInUploads(
  session: YouTubeSession,
  publication: Publication,
  { since, takenIds }: PublishedSearch,
): Promise<Found> {
  const playlistId = await uploadsPlaylist(session);
  const matches = new Set<string>();
  let pageToken: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
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
    pageToken = list.nextPageToken ?? undefined;
    // Newest first, so after an older one none can be ours.
    if (pageToken === undefined || items.length > recent.length) return theOneOf(matches);
  }
  return { kind: 'ambiguous', message: 'The channel has had too many uploads since then to search through.' };
}

function isOf(seen: { title: string; description: string }, { text, options }: Publication): boolean {
  const title = optionAt(options, 'title');
  return (
    normalizeText(seen.title) === normalizeText(typeof title === 'string' ? title : '') &&
    normalizeText(seen.description) === normalizeText(text)
  );
}

function theOneOf(ids: ReadonlySet<string>): Found {
  const [videoId, ...others] = ids;
  if (videoId === undefined) return { kind: 'absent' };
  if (others.length === 0) return { kind: 'found', videoId };
  return { kind: 'ambiguous', message: 'Several uploads of the channel could be this publication.' };
}

async function uploadsPlaylist(session: YouTubeSession): Promise<string> {
  const query = { part: 'contentDetails', mine: 'true' };
  const call = { path: '/youtube/v3/channels', method: 'GET', query } as const;
  const { items } = await readYouTube(session, call, channelsSchema);
  return items[0].contentDetails.relatedPlaylists.uploads;
}
