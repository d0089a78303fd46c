import { z } from 'zod';
import type { Choice, ChoicesAnswer } from '../kit/platform.js';
import { idSchema, readYouTube, type YouTubeContext, type YouTubeSession } from './api.js';

const pageSize = 50;
const pagesMax = 10;
/** The limit for channels whose owner has not confirmed a phone number. */
const shortVideoMaxMs = 15 * 60 * 1000;

const titledSchema = z.object({ id: idSchema, snippet: z.object({ title: z.string() }) });
const playlistsSchema = z.object({ items: z.array(titledSchema), nextPageToken: z.string().nullish() });
const categoriesSchema = z.object({
  items: z.array(
    titledSchema.extend({ snippet: z.object({ title: z.string(), assignable: z.boolean().optional() }) }),
  ),
});
const channelsSchema = z.object({
  items: z.array(z.object({ status: z.object({ longUploadsStatus: z.string().optional() }).optional() })),
});

/** Reads the channel's playlists, the categories of the configured region, and the maximum length of its videos. */
export async function readChoices(
  { regionCode }: YouTubeContext,
  session: YouTubeSession,
): Promise<ChoicesAnswer> {
  const playlists = await readPlaylists(session);
  const categories = await readList(session, 'videoCategories', categoriesSchema, {
    part: 'snippet',
    regionCode,
  });
  const channels = await readList(session, 'channels', channelsSchema, {
    part: 'status',
    mine: 'true',
  });
  const longUploads = channels.items[0]?.status?.longUploadsStatus;
  const isShort = longUploads === 'eligible' || longUploads === 'disallowed';
  const assignable = categories.items.filter(({ snippet }) => snippet.assignable !== false);
  return {
    kind: 'choices',
    choices: {
      options: { playlistId: playlists, categoryId: assignable.map(toChoice) },
      videoDurationMaxMs: isShort ? shortVideoMaxMs : null,
      quota: null,
    },
  };
}

function toChoice({ id, snippet }: z.infer<typeof titledSchema>): Choice {
  return { value: id, label: snippet.title };
}

async function readPlaylists(session: YouTubeSession): Promise<Choice[]> {
  const found: Choice[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const list: z.infer<typeof playlistsSchema> = await readList(session, 'playlists', playlistsSchema, {
      part: 'snippet',
      mine: 'true',
      maxResults: String(pageSize),
      ...(pageToken === undefined ? {} : { pageToken }),
    });
    found.push(...list.items.map(toChoice));
    pageToken = list.nextPageToken ?? undefined;
    if (pageToken === undefined) break;
  }
  return found;
}

function readList<T>(
  session: YouTubeSession,
  what: string,
  schema: z.ZodType<T>,
  query: Record<string, string>,
): Promise<T> {
  return readYouTube(session, { path: `/youtube/v3/${what}`, method: 'GET', query }, schema);
}
