import { z } from 'zod';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { ApiCall } from '../kit/api-call.js';
import type { Published } from '../kit/failure.js';
import type { CommitAnswer, FindAnswer, Publication, PublishedSearch, ReplyTarget } from '../kit/platform.js';
import { readPages, theOnly } from '../kit/look-up.js';
import { normalizeText } from '../kit/text.js';
import { idSchema, readYouTube, type YouTubeSession } from './api.js';
import { watchUrl } from './video.js';

const pageSize = 100;
const pagesMax = 4;

/** The parent of a comment: a video, or another comment. YouTube's threads are one level deep. */
type Place = { videoId: string } | { parentId: string; videoId: string | null };

const referenceSchema = z.object({ parentId: idSchema, videoId: idSchema.nullable() });

function placeOf({ externalPostId, reference, root }: ReplyTarget): Place {
  const known = referenceSchema.safeParse(reference).data;
  if (known !== undefined) return known;
  // Ids of comments look different from those of videos.
  const isComment = root !== undefined || /^Ug[\w-]{20,}/.test(externalPostId);
  return isComment
    ? { parentId: threadOf(externalPostId), videoId: root?.externalPostId ?? null }
    : { videoId: externalPostId };
}

/** The id of the first comment of a thread, with which a reply's id starts. */
function threadOf(commentId: string): string {
  return commentId.replace(/\..*$/, '');
}

const snippetSchema = z.object({
  textOriginal: z.string().optional(),
  textDisplay: z.string().optional(),
  publishedAt: z.iso.datetime({ offset: true }).optional(),
  authorChannelId: z.object({ value: z.string() }).optional(),
  videoId: idSchema.optional().catch(undefined),
});
const commentSchema = z.object({ id: idSchema, snippet: snippetSchema });
const threadSchema = z
  .object({ snippet: z.object({ topLevelComment: commentSchema }) })
  .transform(({ snippet }) => snippet.topLevelComment);
type SeenComment = z.infer<typeof commentSchema>;

/** A created comment. Only the id matters: even if other fields are missing, the comment exists. */
const createdSchema = z.object({ id: idSchema });

export async function commitComment(
  session: YouTubeSession,
  place: ReplyTarget,
  text: string,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const under = placeOf(place);
  const call = { ...insertCall(under, text), method: 'POST', sendBefore } as const;
  const created = await readYouTube(session, call, createdSchema);
  return { kind: 'published', published: toPublished(session, under, created.id) };
}

function insertCall(under: Place, textOriginal: string): Pick<ApiCall, 'path' | 'query' | 'json'> {
  const query = { part: 'snippet' };
  return 'parentId' in under
    ? { path: '/youtube/v3/comments', query, json: { snippet: { parentId: under.parentId, textOriginal } } }
    : {
        path: '/youtube/v3/commentThreads',
        query,
        json: { snippet: { videoId: under.videoId, topLevelComment: { snippet: { textOriginal } } } },
      };
}

function toPublished(
  session: YouTubeSession,
  under: Place,
  id: string,
  videoId: string | null = under.videoId,
): Published {
  return {
    externalPostId: id,
    externalUrl: videoId === null ? null : watchUrl(session, videoId, id),
    reference: { parentId: 'parentId' in under ? under.parentId : id, videoId },
  };
}

const listSchema = z.object({ items: z.array(z.unknown()), nextPageToken: z.string().nullish() });

/** Finds our comment by its text among our comments since the attempt. A missing comment proves nothing. */
export async function findComment(
  session: YouTubeSession,
  publication: Publication,
  place: ReplyTarget,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const under = placeOf(place);
  const matches = new Map<string, SeenComment>();
  await readPages(pagesMax, async (pageToken: string | undefined) => {
    const more = pageToken === undefined ? {} : { pageToken };
    const { path, query } = listCall(under);
    const call = { path, method: 'GET', query: { ...query, ...more } } as const;
    const list = await readYouTube(session, call, listSchema);
    const schema = 'parentId' in under ? commentSchema : threadSchema;
    const comments = list.items.flatMap((item) => schema.safeParse(item).data ?? []);
    for (const comment of comments.filter((seen) => isOurs(seen, session, publication, search))) {
      matches.set(comment.id, comment);
    }
    return list.nextPageToken;
  });
  return theOnly(matches.values(), ({ id, snippet }): FindAnswer => {
    const videoId = under.videoId ?? snippet.videoId ?? null;
    return { kind: 'found', published: toPublished(session, under, id, videoId) };
  });
}

function listCall(under: Place): { path: string; query: Record<string, string> } {
  const query = { part: 'snippet', textFormat: 'plainText', maxResults: String(pageSize) };
  return 'parentId' in under
    ? { path: '/youtube/v3/comments', query: { ...query, parentId: under.parentId } }
    : { path: '/youtube/v3/commentThreads', query: { ...query, videoId: under.videoId, order: 'time' } };
}

function isOurs(
  { id, snippet }: SeenComment,
  { externalAccountId }: YouTubeSession,
  { text }: Publication,
  { since, takenIds }: PublishedSearch,
): boolean {
  const { textOriginal, textDisplay = '', publishedAt, authorChannelId } = snippet;
  if (takenIds.has(id) || authorChannelId?.value !== externalAccountId) return false;
  // Keep comments with an unreadable time.
  if (publishedAt !== undefined && Date.parse(publishedAt) < since.getTime()) return false;
  return normalizeText(textOriginal ?? textDisplay) === normalizeText(text);
}
