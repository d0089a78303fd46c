import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { containerStateSchema } from '../kit/meta/graph-containers.js';
import { theOneOf, type Match } from '../kit/look-up.js';
import { readEntries } from '../kit/meta/graph-search.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import { normalizeText } from '../kit/text.js';
import { accountPath } from '../kit/meta/session.js';
import { graphCall, type InstagramSession } from './api.js';
import { readContainer } from './container.js';
import { formOfPublication, type InstagramForm } from './form.js';

const mediaSchema = z.object({
  id: z.string(),
  caption: z.string().nullish(),
  timestamp: z.string().nullish(),
  permalink: z.string().nullish(),
  media_type: z.string().nullish(),
  media_product_type: z.string().nullish(),
});
type ListedMedia = z.infer<typeof mediaSchema>;

/** The container was published, but lists lag, so the post may still appear in the list. */
const notListedYet: FindAnswer = {
  kind: 'ambiguous',
  message: 'The media container has been used, but the post is not in the account’s list yet.',
};

/** Finds a post: the container's status shows whether it was published, and the account's list contains its id. */
export async function findPost(
  session: InstagramSession,
  publication: Publication,
  stored: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const state = containerStateSchema.safeParse(stored).data;
  // Without the container's id, only the account's list can be searched. `absent` then only means that the list does
  // not contain the post.
  if (state === undefined) return findInProfile(session, publication, search, null);
  const container = await readContainer(session, state.containerId);
  if (container.kind === 'status' && container.status !== 'PUBLISHED') {
    // Expired, failed and waiting containers were never published.
    return ['FINISHED', 'EXPIRED', 'ERROR'].includes(container.status)
      ? { kind: 'absent' }
      : { kind: 'ambiguous', message: container.message };
  }
  return findInProfile(session, publication, search, notListedYet);
}

/** Searches the account's list. `isPublic` is the result if the post is certainly public but not listed. */
async function findInProfile(
  session: InstagramSession,
  publication: Publication,
  search: PublishedSearch,
  isPublic: FindAnswer | null,
): Promise<FindAnswer> {
  const form = formOfPublication(publication);
  const since = { since: String(Math.floor(search.since.getTime() / 1000)) };
  const path = `${accountPath(session)}/${form === 'STORY' ? 'stories' : 'media'}`;
  const params = {
    fields: 'id,caption,timestamp,permalink,media_type,media_product_type',
    ...(form === 'STORY' ? {} : since),
  };
  const entries = await readEntries(session, {
    call: graphCall(session, { path, method: 'GET', params }),
    schema: mediaSchema,
    isTooOld: ({ timestamp }) => Date.parse(timestamp ?? '') < search.since.getTime(),
  });
  const found = theOneOf(
    entries,
    (media) => {
      const match = matchOf(media, publication, search);
      // A post that was made elsewhere may look the same, while ours may not exist at all.
      return match === 'YES' && isPublic === null && !hasWords(publication) ? 'PERHAPS' : match;
    },
    ({ id, permalink }): FindAnswer => ({
      kind: 'found',
      published: { externalPostId: id, externalUrl: permalink ?? null, reference: null },
    }),
  );
  return found.kind === 'absent' && isPublic !== null ? isPublic : found;
}

/** Whether a post can be recognized by its text. Stories, and posts without a caption, cannot. */
function hasWords(publication: Publication): boolean {
  return formOfPublication(publication) !== 'STORY' && normalizeText(publication.text) !== '';
}

/** The listed type of each form. Types that are not known are not compared. */
const listedTypes: Readonly<Record<InstagramForm, { types: string[]; product: string }>> = {
  PICTURE: { types: ['IMAGE'], product: 'FEED' },
  CAROUSEL: { types: ['CAROUSEL_ALBUM'], product: 'FEED' },
  REEL: { types: ['VIDEO'], product: 'REELS' },
  STORY: { types: ['IMAGE', 'VIDEO'], product: 'STORY' },
};
const knownTypes = new Set(['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM']);
const knownProducts = new Set(['FEED', 'REELS', 'STORY', 'AD']);

function matchOf(media: ListedMedia, publication: Publication, search: PublishedSearch): Match {
  if (search.takenIds.has(media.id)) return 'NO';
  // Keep entries with an unreadable time: the list was requested for this time span.
  if (Date.parse(media.timestamp ?? '') < search.since.getTime()) return 'NO';
  const form = formOfPublication(publication);
  const { types, product } = listedTypes[form];
  const { media_type: type, media_product_type: listedProduct, caption } = media;
  if (type && knownTypes.has(type) && !types.includes(type)) return 'NO';
  if (listedProduct && knownProducts.has(listedProduct) && listedProduct !== product) return 'NO';
  if (form === 'STORY') return isSameClass(type, publication) ? 'YES' : 'NO';
  return normalizeText(caption ?? '') === normalizeText(publication.text) ? 'YES' : 'NO';
}

/**
 * Whether a listed story is an image or video like ours. A story has no text, so only its type and time are compared.
 */
function isSameClass(type: string | null | undefined, { mediaClasses }: Publication): boolean {
  const isVideo = mediaClasses[0] === 'video';
  return type === 'VIDEO' ? isVideo : type !== 'IMAGE' || !isVideo;
}
