import { z } from 'zod';
import { isSuccess, readAnswer } from '../call.js';
import type { FindAnswer, PlatformSession, Publication, PublishedSearch } from '../platform.js';
import { normalizeText } from '../text.js';
import { graph, graphFailure, type ThreadsContext } from './api.js';

const pageSize = 50;
const pagesMax = 4;

const mediaSchema = z.object({
  id: z.string(),
  text: z.string().optional(),
  timestamp: z.string(),
  permalink: z.string().nullish(),
  replied_to: z.object({ id: z.string() }).nullish(),
});
const listSchema = z.object({
  data: z.array(mediaSchema),
  paging: z.object({ cursors: z.object({ after: z.string().optional() }).optional() }).optional(),
});

/**
 * The id of a publication that is known to be public. Lists lag, so that it is not seen yet is never `absent`:
 * the caller looks again.
 */
export async function findInProfile(
  context: ThreadsContext,
  session: PlatformSession,
  accessToken: string,
  publication: Publication,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const isReply = publication.replyTo !== null;
  const since = search.since.getTime();
  const params = {
    fields: `id,text,timestamp,permalink${isReply ? ',replied_to' : ''}`,
    since: String(Math.floor(since / 1000)),
    limit: String(pageSize),
  };
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const result = await graph(context.safeFetch, {
      baseUrl: session.baseUrl,
      path: isReply ? '/v1.0/me/replies' : '/v1.0/me/threads',
      method: 'GET',
      params: after === undefined ? params : { ...params, after },
      accessToken,
    });
    if ('failure' in result) return result.failure;
    const list = isSuccess(result.answer) ? readAnswer(result.answer, listSchema) : null;
    if (list === null) return graphFailure(result.answer, context.clock);
    const ours = list.data.find(
      (media) => !search.takenIds.has(media.id) && isOurs(media, publication, since),
    );
    if (ours !== undefined) {
      const published = { externalPostId: ours.id, externalUrl: ours.permalink ?? null, reference: null };
      return { kind: 'found', published };
    }
    after = list.paging?.cursors?.after;
    if (after === undefined || list.data.length === 0) break;
  }
  return {
    kind: 'ambiguous',
    message: 'The container is no longer waiting, and the post is not in the account’s list yet.',
  };
}

function isOurs(media: z.infer<typeof mediaSchema>, publication: Publication, since: number): boolean {
  const { replyTo } = publication;
  if (media.replied_to && replyTo !== null && media.replied_to.id !== replyTo.externalPostId) return false;
  // An unreadable time is no reason to overlook it: the list was asked for this span.
  if (Date.parse(media.timestamp) < since) return false;
  return normalizeText(media.text ?? '') === normalizeText(publication.text);
}
