import { z } from 'zod';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import { normalizeText } from '../kit/text.js';
import { theOneOf, type Match } from '../kit/look-up.js';
import { readEntries } from '../kit/meta/graph-search.js';
import type { MetaSession } from '../kit/meta/session.js';
import { graphCall } from './api.js';
import { gifIdOf, pollOf } from './options.js';
import { pollFields } from './poll.js';

const mediaSchema = z.object({
  id: z.string(),
  text: z.string().nullish(),
  timestamp: z.string().nullish(),
  permalink: z.string().nullish(),
  media_type: z.string().nullish(),
  replied_to: z.object({ id: z.string() }).nullish().catch(null),
  poll_attachment: z
    .object(Object.fromEntries(pollFields.map((name) => [name, z.string().nullish()])))
    .nullish()
    .catch(null),
  gif_url: z.string().nullish().catch(null),
});
type ListedMedia = z.infer<typeof mediaSchema>;

/** The listed type of a container once it is public. Types that are not known are not compared. */
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
  /** The result if no entry can be the publication. */
  whenUnseen: FindAnswer;
}

/** The result for a publication that is known to be public but is not listed yet. */
export const notListedYet: FindAnswer = {
  kind: 'ambiguous',
  message: 'The media container has been used, but the post is not in the account’s list yet.',
};

/**
 * Finds the id of a publication: that of the only entry that can be ours. The list does not say which container an
 * entry came from, so several candidates give no answer. Lists lag, so the caller decides what a missing entry means.
 */
export async function findInProfile(
  session: MetaSession,
  sent: SentContainer,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const isReply = sent.publication.replyTo !== null;
  const params = {
    fields: `id,text,timestamp,permalink,media_type,poll_attachment,gif_url${isReply ? ',replied_to' : ''}`,
    since: String(Math.floor(search.since.getTime() / 1000)),
  };
  const call = { path: isReply ? 'me/replies' : 'me/threads', method: 'GET', params } as const;
  const entries = await readEntries(session, { call: graphCall(session, call), schema: mediaSchema });
  const found = theOneOf(
    entries,
    (media) => (search.takenIds.has(media.id) ? 'NO' : matchOf(media, sent, search.since)),
    ({ id, permalink }): FindAnswer => ({
      kind: 'found',
      published: { externalPostId: id, externalUrl: permalink ?? null, reference: null },
    }),
  );
  return found.kind === 'absent' ? sent.whenUnseen : found;
}

function matchOf(media: ListedMedia, sent: SentContainer, since: Date): Match {
  const { replyTo, text } = sent.publication;
  // Keep entries with an unreadable time: the list was requested for this time span.
  if (Date.parse(media.timestamp ?? '') < since.getTime()) return 'NO';
  if (normalizeText(media.text ?? '') !== normalizeText(text)) return 'NO';
  const type = listedTypes[sent.mediaType ?? ''];
  const listed = media.media_type ?? '';
  if (type !== undefined && knownTypes.has(listed) && listed !== type) return 'NO';
  const matches = [pollMatch(media, sent), gifMatch(media, sent), parentMatch(media, sent)];
  if (matches.includes('NO')) return 'NO';
  // A post that was made elsewhere may have no text either, and ours may not exist if its container is unknown.
  const isBare = replyTo === null && sent.mediaType === undefined && normalizeText(text) === '';
  return isBare || matches.includes('PERHAPS') ? 'PERHAPS' : 'YES';
}

function parentMatch(
  { replied_to: parent }: ListedMedia,
  { publication: { replyTo } }: SentContainer,
): Match {
  if (replyTo === null) return 'YES';
  if (!parent) return 'PERHAPS';
  return parent.id === replyTo.externalPostId ? 'YES' : 'NO';
}

function pollMatch({ poll_attachment: poll }: ListedMedia, { publication }: SentContainer): Match {
  const sent = pollOf(publication);
  const seen = pollFields.flatMap((name) => poll?.[name] ?? []);
  if (sent === undefined) return seen.length === 0 ? 'YES' : 'NO';
  if (seen.length === 0) return 'PERHAPS';
  const isSame = seen.length === sent.length && seen.every((answer, index) => answer === sent[index]);
  return isSame ? 'YES' : 'NO';
}

/** Compares GIFs. The URL has the id if it is one of GIPHY; the documentation does not say that it is. */
function gifMatch({ gif_url: url }: ListedMedia, { publication }: SentContainer): Match {
  const id = gifIdOf(publication);
  if (id === null) return url ? 'NO' : 'YES';
  if (!url) return 'PERHAPS';
  return url.includes(id) || !/giphy\.com/i.test(url) ? 'YES' : 'NO';
}
