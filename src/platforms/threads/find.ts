import { z } from 'zod';
import { isSuccess, readAnswer } from '../kit/call.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { normalizeText } from '../kit/text.js';
import { graph, graphFailure } from '../kit/meta/graph-api.js';
import type { ThreadsContext } from './api.js';

const pageSize = 50;
const pagesMax = 4;

const mediaSchema = z.object({
  id: z.string(),
  text: z.string().nullish(),
  timestamp: z.string().nullish(),
  permalink: z.string().nullish(),
  media_type: z.string().nullish(),
  replied_to: z.object({ id: z.string() }).nullish().catch(null),
});
type ListedMedia = z.infer<typeof mediaSchema>;
const listSchema = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string().nullish() }).nullish() }).nullish(),
});

/** The listed type of a container once it is public. Other types are too little known to compare. */
const listedTypes: Readonly<Record<string, string>> = {
  TEXT: 'TEXT_POST',
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
};
const knownTypes = new Set(Object.values(listedTypes));

export interface SentContainer {
  publication: Publication;
  mediaType: string | undefined;
  /** The result if no entry can be it. */
  whenUnseen: FindAnswer;
}

const unknown = (message: string): FindAnswer => ({ kind: 'ambiguous', message });

/** For a publication that is known to be public. */
export const notListedYet = unknown(
  'The media container has been used, but the post is not in the account’s list yet.',
);

/**
 * Finds the id of a publication: that of the only entry that can be it. The list does not say which container an entry
 * came from, so if there are several, we take none. Lists lag, so the caller decides what a missing entry means.
 */
export async function findInProfile(
  context: ThreadsContext,
  session: PlatformSession,
  accessToken: string,
  sent: SentContainer,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const isReply = sent.publication.replyTo !== null;
  const params = {
    fields: `id,text,timestamp,permalink,media_type${isReply ? ',replied_to' : ''}`,
    since: String(Math.floor(search.since.getTime() / 1000)),
    limit: String(pageSize),
  };
  const matches = new Map<string, { media: ListedMedia; match: Match }>();
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
    for (const media of list.data.flatMap((item) => mediaSchema.safeParse(item).data ?? [])) {
      const match = search.takenIds.has(media.id) ? 'NO' : matchOf(media, sent, search.since);
      if (match !== 'NO') matches.set(media.id, { media, match });
    }
    after = list.paging?.cursors?.after ?? undefined;
    if (after === undefined || list.data.length === 0)
      return theOneOf([...matches.values()], sent.whenUnseen);
  }
  return unknown('The account has published too many posts since then to search through.');
}

function theOneOf(
  matches: readonly { media: ListedMedia; match: Match }[],
  whenUnseen: FindAnswer,
): FindAnswer {
  const [only, ...others] = matches;
  if (only === undefined) return whenUnseen;
  if (others.length > 0) return unknown('Several posts of the account could be this publication.');
  if (only.match === 'PERHAPS') return unknown('Threads lists a post with too few details to tell.');
  const { id, permalink } = only.media;
  return {
    kind: 'found',
    published: { externalPostId: id, externalUrl: permalink ?? null, reference: null },
  };
}

type Match = 'YES' | 'NO' | 'PERHAPS';

function matchOf(media: ListedMedia, { publication, mediaType }: SentContainer, since: Date): Match {
  const { replyTo, text } = publication;
  // Keep entries with an unreadable time: the list was requested for this time span.
  if (Date.parse(media.timestamp ?? '') < since.getTime()) return 'NO';
  if (normalizeText(media.text ?? '') !== normalizeText(text)) return 'NO';
  const type = listedTypes[mediaType ?? ''];
  const listed = media.media_type ?? '';
  if (type !== undefined && knownTypes.has(listed) && listed !== type) return 'NO';
  // A post made elsewhere may have no text either, and ours need not exist if its container is unknown.
  if (replyTo === null) return mediaType === undefined && normalizeText(text) === '' ? 'PERHAPS' : 'YES';
  if (!media.replied_to) return 'PERHAPS';
  return media.replied_to.id === replyTo.externalPostId ? 'YES' : 'NO';
}
