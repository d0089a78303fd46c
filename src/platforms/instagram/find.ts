import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { containerStateSchema } from '../kit/graph-containers.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { normalizeText } from '../kit/text.js';
import { accountPath, type InstagramContext } from './api.js';
import { readContainer } from './container.js';
import { formOfPublication, type InstagramForm } from './form.js';
import { readList, theOneOf, type Match } from './list.js';

const mediaSchema = z.object({
  id: z.string(),
  caption: z.string().nullish(),
  timestamp: z.string().nullish(),
  permalink: z.string().nullish(),
  media_type: z.string().nullish(),
  media_product_type: z.string().nullish(),
});
type ListedMedia = z.infer<typeof mediaSchema>;

/** Lists lag: what the container says is true, and what the list lacks may still come. */
const notListedYet: FindAnswer = {
  kind: 'ambiguous',
  message: 'The media container has been used, but the post is not in the account’s list yet.',
};

/** The container tells whether it was published, the account's list under which id. */
export async function findPost(
  context: InstagramContext,
  session: PlatformSession,
  publication: Publication,
  stored: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const state = containerStateSchema.safeParse(stored).data;
  // Without the container's id the account's list is all that there is, and proves no absence.
  if (state === undefined) return findInProfile(context, session, publication, search, null);
  const container = await readContainer(context, session, state.containerId);
  if (container.kind === 'failure') return container.failure;
  if (container.kind === 'status' && container.status !== 'PUBLISHED') {
    // Expired or failed containers were never published; nor was one that still waits to be.
    return ['FINISHED', 'EXPIRED', 'ERROR'].includes(container.status)
      ? { kind: 'absent' }
      : { kind: 'ambiguous', message: container.message };
  }
  return findInProfile(context, session, publication, search, notListedYet);
}

/** `isPublic`: what is known of a publication that is public for certain, and may only not be listed yet. */
async function findInProfile(
  context: InstagramContext,
  session: PlatformSession,
  publication: Publication,
  search: PublishedSearch,
  isPublic: FindAnswer | null,
): Promise<FindAnswer> {
  const form = formOfPublication(publication);
  const since = { since: String(Math.floor(search.since.getTime() / 1000)) };
  const list = await readList(context, session, {
    path: `${accountPath(session)}/${form === 'STORY' ? 'stories' : 'media'}`,
    params: {
      fields: 'id,caption,timestamp,permalink,media_type,media_product_type',
      ...(form === 'STORY' ? {} : since),
    },
    schema: mediaSchema,
    isTooOld: ({ timestamp }) => Date.parse(timestamp ?? '') < search.since.getTime(),
  });
  if ('failure' in list) return list.failure;
  return theOneOf(
    list.entries,
    (media) => {
      const match = matchOf(media, publication, search);
      // Somebody else's may look so as well, and ours need not exist.
      return match === 'YES' && isPublic === null && !hasWords(publication) ? 'PERHAPS' : match;
    },
    ({ id, permalink }) => ({
      kind: 'found',
      published: { externalPostId: id, externalUrl: permalink ?? null, reference: null },
    }),
    isPublic ?? { kind: 'absent' },
  );
}

/** A story has none to tell it by, nor has a post without a caption. */
function hasWords(publication: Publication): boolean {
  return formOfPublication(publication) !== 'STORY' && normalizeText(publication.text) !== '';
}

/** How a form is listed. Types that are not here are not known well enough to tell by. */
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
  // An unreadable time is no reason to overlook it: the list was asked for this span.
  if (Date.parse(media.timestamp ?? '') < search.since.getTime()) return 'NO';
  const form = formOfPublication(publication);
  const { types, product } = listedTypes[form];
  const { media_type: type, media_product_type: listedProduct, caption } = media;
  if (type && knownTypes.has(type) && !types.includes(type)) return 'NO';
  if (listedProduct && knownProducts.has(listedProduct) && listedProduct !== product) return 'NO';
  if (form === 'STORY') return isSameClass(type, publication) ? 'YES' : 'NO';
  return normalizeText(caption ?? '') === normalizeText(publication.text) ? 'YES' : 'NO';
}

/** A story has no words to tell it by: whether it is a picture or a video is all beside its time. */
function isSameClass(type: string | null | undefined, { mediaClasses }: Publication): boolean {
  const isVideo = mediaClasses[0] === 'video';
  return type === 'VIDEO' ? isVideo : type !== 'IMAGE' || !isVideo;
}
