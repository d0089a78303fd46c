import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { findLinks } from '../kit/links.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import { normalizeText } from '../kit/text.js';
import type { Match } from '../kit/look-up.js';
import type { FacebookPage } from './api.js';
import { findListed } from './listed.js';
import { photosOf } from './media-state.js';
import { readOptions } from './options.js';
import { siteUrl } from './permalink.js';

const targetSchema = z.object({ id: z.string() }).nullish().catch(null);
const partSchema = z.object({ media_type: z.string().nullish(), target: targetSchema });
const attachmentSchema = partSchema.extend({
  unshimmed_url: z.string().nullish(),
  subattachments: z
    .object({ data: z.array(partSchema) })
    .nullish()
    .catch(null),
});
const postSchema = z.object({
  id: z.string(),
  message: z.string().nullish(),
  created_time: z.string().nullish(),
  permalink_url: z.string().nullish(),
  attachments: z
    .object({ data: z.array(attachmentSchema) })
    .nullish()
    .catch(null),
});
type ListedPost = z.infer<typeof postSchema>;

const fields =
  'id,message,created_time,permalink_url,' +
  'attachments{media_type,target,unshimmed_url,subattachments{media_type,target}}';

/** Finds a post of the Page by its text and attachments. */
export function findPost(
  page: FacebookPage,
  publication: Publication,
  state: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const photoIds = photosOf(state).map(({ photoId }) => photoId);
  return findListed(
    page,
    {
      path: [page.pageId, 'published_posts'],
      params: { fields },
      schema: postSchema,
      judge: (post) => judge(post, publication, photoIds),
      publishedOf: ({ id, permalink_url: permalink }) => ({
        externalPostId: id,
        externalUrl: permalink ? siteUrl(page, permalink) : null,
        reference: null,
      }),
    },
    search,
  );
}

function judge(post: ListedPost, publication: Publication, photoIds: readonly string[]): Match {
  if (normalizeText(post.message ?? '') !== normalizeText(publication.text)) return 'NO';
  const { length: count } = publication.mediaClasses;
  return count === 0 ? judgeText(post, publication) : judgePhotos(post, publication, photoIds);
}

const isMedium = ({ media_type: type }: z.infer<typeof partSchema>): boolean =>
  ['photo', 'album', 'video', 'video_inline', 'animated_image_video'].includes(type?.toLowerCase() ?? '');

/** Compares the link card, which can come from the link option or from a link in the text. */
function judgeText({ attachments }: ListedPost, { text, options }: Publication): Match {
  const shown = attachments?.data ?? [];
  if (shown.some((item) => isMedium(item) || item.subattachments)) return 'NO';
  const { link } = readOptions(options);
  const [card] = shown;
  if (link === undefined) return card === undefined || findLinks(text).length > 0 ? 'YES' : 'PERHAPS';
  return isSameAddress(card?.unshimmed_url, link) ? 'YES' : 'PERHAPS';
}

function isSameAddress(shown: string | null | undefined, asked: string): boolean {
  const plain = (url: string): string => new URL(url).href.replace(/\/$/, '');
  return shown !== null && shown !== undefined && URL.canParse(shown) && plain(shown) === plain(asked);
}

/** Compares the photos. A photo is in only one post, so if one photo is ours, the post is ours. */
function judgePhotos(
  { attachments }: ListedPost,
  { text, mediaClasses: { length: count } }: Publication,
  photoIds: readonly string[],
): Match {
  const shown = attachments?.data;
  if (shown === undefined) return 'PERHAPS';
  const parts = shown.flatMap((item) => item.subattachments?.data ?? [item]).filter(isMedium);
  if (parts.some(({ target }) => target !== null && target !== undefined && photoIds.includes(target.id)))
    return 'YES';
  if (parts.length !== count) return 'NO';
  // With other photo ids the post may still be ours. If the stored ids are lost, we compare the text, if there is any.
  return photoIds.length === 0 && normalizeText(text) !== '' ? 'YES' : 'PERHAPS';
}
