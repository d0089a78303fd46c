import { z } from 'zod';
import { avatarUrl } from '../../../sandbox/avatars.js';
import { jsonOf } from '../../../sandbox/call.js';
import type { SandboxStore, StoredPublication } from '../../../sandbox/store.js';
import { accountWithoutChannel, channelOf } from './accounts.js';
import { badRequest, googleError, notFound } from './errors.js';
import { categories } from './metadata.js';
import { isListed, partsOf, videoOf, type YouTubeCall } from './videos.js';

const pageSchema = z.object({
  maxResults: z.coerce.number().int().min(0).max(100).default(5),
  pageToken: z.coerce.number().int().min(0).default(0),
});

/** Responds with one page of resources. If `toResource` returns null for an unknown part, the response is an error. */
export function pageAnswer<T>(
  kind: string,
  all: readonly T[],
  query: YouTubeCall['query'],
  toResource: (item: T) => object | null,
): Response {
  const page = pageSchema.safeParse(query).data;
  if (page === undefined) return badRequest('Invalid maxResults or pageToken.');
  const { pageToken: start, maxResults } = page;
  const items = all.slice(start, start + maxResults).map(toResource);
  if (items.includes(null)) return badRequest(`Unknown part in ${query['part'] ?? ''}.`);
  const end = start + items.length;
  const next = end < all.length ? { nextPageToken: String(end) } : {};
  return Response.json({ kind, items, ...next, pageInfo: { totalResults: all.length } });
}

const suffixOf = (accountId: string): string => accountId.replace(/^UC/, '');
const uploadsOf = (accountId: string): string => `UU${suffixOf(accountId)}`;

/** Lists the account's own channel. */
export function listChannels({ baseUrl, token, query }: YouTubeCall): Response {
  const { accountId } = token;
  if (query['mine'] !== 'true') return badRequest('No filter selected.');
  const kind = 'youtube#channelListResponse';
  if (accountId === accountWithoutChannel.externalAccountId) {
    return Response.json({ kind, pageInfo: { totalResults: 0, resultsPerPage: 5 } });
  }
  return pageAnswer(kind, [accountId], query, (id) => {
    const picture = { url: avatarUrl(baseUrl, id), width: 240, height: 240 };
    return partsOf(
      query['part'] ?? '',
      { kind: 'youtube#channel', id },
      {
        snippet: { ...channelOf(id), thumbnails: { default: picture, medium: picture } },
        contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsOf(id) } },
        status: { privacyStatus: 'public', isLinked: true, longUploadsStatus: 'allowed' },
      },
    );
  });
}

interface Playlist {
  id: string;
  title: string;
}

/** The channel's playlists. Each channel has the same two. */
function playlistsOf(accountId: string): Playlist[] {
  return ['Sandbox videos', 'Second playlist'].map((title, index) => ({
    id: `PL${index + 1}${suffixOf(accountId)}`,
    title,
  }));
}

export function listPlaylists({ token, query }: YouTubeCall): Response {
  if (query['mine'] !== 'true') return badRequest('No filter selected.');
  const playlists = playlistsOf(token.accountId);
  return pageAnswer('youtube#playlistListResponse', playlists, query, ({ id, title }) =>
    partsOf(
      query['part'] ?? '',
      { kind: 'youtube#playlist', id },
      {
        snippet: { title, channelId: token.accountId, description: '' },
        status: { privacyStatus: 'public' },
      },
    ),
  );
}

export function listCategories({ query }: YouTubeCall): Response {
  if (!/^[A-Z]{2}$/.test(query['regionCode'] ?? '')) return badRequest('Invalid regionCode.');
  const all = { ...query, maxResults: '100' };
  return pageAnswer('youtube#videoCategoryListResponse', categories, all, ({ id, title, assignable }) =>
    partsOf(query['part'] ?? '', { kind: 'youtube#videoCategory', id }, { snippet: { title, assignable } }),
  );
}

interface Item {
  id: string;
  video: StoredPublication;
  addedAt: string;
}

const playlistKey = (id: string): string => `YOUTUBE playlist ${id}`;
const entriesSchema = z.object({ entries: z.array(z.object({ videoId: z.string(), addedAt: z.string() })) });

function entriesOf(store: SandboxStore, playlistId: string): z.infer<typeof entriesSchema>['entries'] {
  return entriesSchema.safeParse(store.object(playlistKey(playlistId))).data?.entries ?? [];
}

/** Lists the items of the channel's list of uploads, newest first, or of one of its playlists. */
export function listPlaylistItems({ store, token, query }: YouTubeCall): Response {
  const { accountId } = token;
  const { playlistId = '', videoId, part = '' } = query;
  const items = itemsOf(store, accountId, playlistId);
  if (items === null) return notFound('playlistNotFound', 'playlist');
  const asked = items.filter(({ video }) => videoId === undefined || video.externalPostId === videoId);
  return pageAnswer('youtube#playlistItemListResponse', asked, query, (item) =>
    itemResource(item, playlistId, part),
  );
}

function itemsOf(store: SandboxStore, accountId: string, playlistId: string): Item[] | null {
  if (playlistId === uploadsOf(accountId)) {
    return store
      .list({ platform: 'YOUTUBE', accountId })
      .filter((post) => videoOf(post) !== undefined && isListed(store, post))
      .map((video) => ({ id: `UU-${video.externalPostId}`, video, addedAt: video.publishedAt }));
  }
  if (!playlistsOf(accountId).some(({ id }) => id === playlistId)) return null;
  return entriesOf(store, playlistId).flatMap(({ videoId, addedAt }, index) => {
    const video = store.find('YOUTUBE', videoId);
    return video === undefined ? [] : [{ id: `${playlistId}-${index}`, video, addedAt }];
  });
}

function itemResource({ id, video, addedAt }: Item, playlistId: string, part: string): object | null {
  const { externalPostId: videoId, accountId, text, publishedAt } = video;
  return partsOf(
    part,
    { kind: 'youtube#playlistItem', id },
    {
      snippet: {
        publishedAt: addedAt,
        channelId: accountId,
        title: videoOf(video)?.title ?? '',
        description: text,
        playlistId,
        resourceId: { kind: 'youtube#video', videoId },
      },
      contentDetails: { videoId, videoPublishedAt: publishedAt },
      status: { privacyStatus: videoOf(video)?.privacyStatus },
    },
  );
}

const insertSchema = z.strictObject({
  snippet: z.strictObject({
    playlistId: z.string(),
    resourceId: z.strictObject({ kind: z.literal('youtube#video'), videoId: z.string() }),
    position: z.number().int().optional(),
  }),
});

/** Adds a video to a playlist, which can contain a video more than once. */
export async function insertPlaylistItem(call: YouTubeCall): Promise<Response> {
  const { store, token, query } = call;
  const input = insertSchema.safeParse(await jsonOf(call)).data;
  if (input === undefined || query['part'] !== 'snippet') return badRequest('Invalid JSON payload received.');
  const { playlistId, resourceId } = input.snippet;
  const playlist = playlistsOf(token.accountId).find(({ id }) => id === playlistId);
  if (playlist === undefined) return notFound('playlistNotFound', 'playlist');
  const video = store.find('YOUTUBE', resourceId.videoId);
  if (video === undefined || videoOf(video) === undefined) return notFound('videoNotFound', 'video');
  if (video.accountId !== token.accountId) return googleError(403, 'playlistItemsNotAccessible', 'Forbidden');
  const entries = entriesOf(store, playlistId);
  const entry = { videoId: video.externalPostId, addedAt: store.now().toISOString() };
  store.setObject(playlistKey(playlistId), { entries: [...entries, entry] });
  store.update({ ...video, shown: { ...video.shown, Playlist: playlist.title } });
  const item = { id: `${playlistId}-${entries.length}`, video, addedAt: entry.addedAt };
  return Response.json(itemResource(item, playlistId, 'snippet'));
}
