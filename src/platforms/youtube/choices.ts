import { z } from 'zod';
import { isSuccess, readAnswer } from '../kit/call.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { Choice, ChoicesAnswer } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { callYouTube, idSchema, type YouTubeContext } from './api.js';
import { youTubeFailure } from './failures.js';

const pageSize = 50;
const pagesMax = 10;
/** For channels whose owner has not confirmed a phone number. */
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

type Read<T> = { found: T } | { failure: PlatformFailure };

/** The channel's playlists, the categories of the configured region, and the maximum length of its videos. */
export async function readChoices(context: YouTubeContext, session: PlatformSession): Promise<ChoicesAnswer> {
  const playlists = await readPlaylists(context, session);
  if ('failure' in playlists) return playlists.failure;
  const categories = await readList(context, session, 'videoCategories', categoriesSchema, {
    part: 'snippet',
    regionCode: context.regionCode,
  });
  if ('failure' in categories) return categories.failure;
  const channels = await readList(context, session, 'channels', channelsSchema, {
    part: 'status',
    mine: 'true',
  });
  if ('failure' in channels) return channels.failure;
  const longUploads = channels.found.items[0]?.status?.longUploadsStatus;
  const isShort = longUploads === 'eligible' || longUploads === 'disallowed';
  const assignable = categories.found.items.filter(({ snippet }) => snippet.assignable !== false);
  return {
    kind: 'choices',
    choices: {
      options: { playlistId: playlists.found, categoryId: assignable.map(toChoice) },
      videoDurationMaxMs: isShort ? shortVideoMaxMs : null,
      quota: null,
    },
  };
}

function toChoice({ id, snippet }: z.infer<typeof titledSchema>): Choice {
  return { value: id, label: snippet.title };
}

async function readPlaylists(context: YouTubeContext, session: PlatformSession): Promise<Read<Choice[]>> {
  const found: Choice[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const list = await readList(context, session, 'playlists', playlistsSchema, {
      part: 'snippet',
      mine: 'true',
      maxResults: String(pageSize),
      ...(pageToken === undefined ? {} : { pageToken }),
    });
    if ('failure' in list) return list;
    found.push(...list.found.items.map(toChoice));
    pageToken = list.found.nextPageToken ?? undefined;
    if (pageToken === undefined) break;
  }
  return { found };
}

async function readList<T>(
  context: YouTubeContext,
  session: PlatformSession,
  what: string,
  schema: z.ZodType<T>,
  query: Record<string, string>,
): Promise<Read<T>> {
  const result = await callYouTube(context, session, { path: `/youtube/v3/${what}`, method: 'GET', query });
  if ('failure' in result) return result;
  const found = isSuccess(result.answer) ? readAnswer(result.answer, schema) : null;
  return found === null ? { failure: youTubeFailure(result.answer, context.clock) } : { found };
}
