import { z } from 'zod';
import { isSuccess, readAnswer } from '../kit/call.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { normalizeText } from '../kit/text.js';
import { graph, graphFailure } from '../kit/graph-api.js';
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

/** What a container of that type is called once it is public. Other types are not known well enough to tell by. */
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
  /** The answer where no entry can be it. */
  whenUnseen: FindAnswer;
}

const unknown = (message: string): FindAnswer => ({ kind: 'ambiguous', message });

/** For a publication that is known to be public. */
export const notListedYet = unknown(
  'The media container has been used, but the post is not in the account’s list yet.',
);

/**
 * The id of a publication: that of the one entry that can be it. The list does not say
 * which container an entry was, so of several that can be it none is taken. Lists lag: what it means that none is seen,
 * the caller knows.
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
  // An unreadable time is no reason to overlook it: the list was asked for this span.
  if (Date.parse(media.timestamp ?? '') < since.getTime()) return 'NO';
  if (normalizeText(media.text ?? '') !== normalizeText(text)) return 'NO';
  const type = listedTypes[mediaType ?? ''];
  const listed = media.media_type ?? '';
  if (type !== undefined && knownTypes.has(listed) && listed !== type) return 'NO';
  // Somebody else's may have no words either, and ours need not exist where its container is not known.
  if (replyTo === null) return mediaType === undefined && normalizeText(text) === '' ? 'PERHAPS' : 'YES';
  if (!media.replied_to) return 'PERHAPS';
  return media.replied_to.id === replyTo.externalPostId ? 'YES' : 'NO';
}
