import { z } from 'zod';
import { jsonOf, type Call } from '../../../sandbox/call.js';
import { receiveFrom } from '../../../sandbox/fetch-media.js';
import { isDead } from '../../../sandbox/tokens.js';
import { marksIn, readMarks } from '../../../sandbox/marks.js';
import { answerPublishing } from '../../../sandbox/publishing.js';
import { isCapSpent, levelsOf, spendCap } from './accounts.js';
import { fail, invalid, invalidToken, markedError, ok } from './dialect.js';
import { photoDraftSchema, photoInfoSchema, shownOf } from './post-info.js';
import { complete, newPublish } from './publishes.js';

const photosMax = 35;
const photoBytesMax = 20_000_000;

const shared = {
  source_info: z
    .strictObject({
      source: z.literal('PULL_FROM_URL'),
      photo_cover_index: z.int().min(0),
      photo_images: z
        .array(z.url({ protocol: /^https?$/ }))
        .min(1)
        .max(photosMax),
    })
    .refine(({ photo_cover_index: cover, photo_images: images }) => cover < images.length),
  media_type: z.literal('PHOTO'),
};
const initSchema = z.discriminatedUnion('post_mode', [
  z.strictObject({ ...shared, post_mode: z.literal('DIRECT_POST'), post_info: photoInfoSchema }),
  z.strictObject({ ...shared, post_mode: z.literal('MEDIA_UPLOAD'), post_info: photoDraftSchema }),
]);

/**
 * Accepts the URLs of images, and posts them. The real TikTok responds before it fetches the images. Here
 * they are fetched before the response, so that accepted posts survive a restart.
 */
export async function initPhotos(call: Call): Promise<Response> {
  const { store, token } = call;
  const input = initSchema.safeParse(await jsonOf(call)).data;
  if (input === undefined) return invalid('The request is not as it is documented.');
  if (isDead(call, token)) return invalidToken();
  const info = input.post_mode === 'DIRECT_POST' ? input.post_info : null;
  if (info !== null && !levelsOf(token).includes(info.privacy_level)) {
    return fail(403, 'privacy_level_option_mismatch');
  }
  if (isCapSpent(store, token)) {
    return fail(403, info === null ? 'spam_risk_too_many_pending_share' : 'spam_risk_too_many_posts');
  }
  const { title = '', description: text = '' } = input.post_info;
  const marks = readMarks(`${text} ${title}`);
  const refusal = markedError((mark) => marks.has(mark));
  if (refusal !== null) return refusal;
  const publish = newPublish(store, {
    token,
    medium: 'PHOTO',
    isDraft: info === null,
    text,
    title,
    isPublic: info?.privacy_level === 'PUBLIC_TO_EVERYONE',
    shown: {
      ...(title === '' ? {} : { Title: title }),
      ...(info === null ? { Draft: 'in the inbox of the account' } : shownOf(info)),
      ...coverOf(input.source_info.photo_cover_index),
    },
  });
  const fetched = await fetchAll(call, publish.postId, input.source_info.photo_images);
  const accept = (): Response => {
    complete(store, { ...publish, marks: marksIn(fetched.marks) }, fetched.media, fetched.failReason);
    if (marks.has('quota-spent')) spendCap(store, token);
    return ok({ publish_id: publish.id });
  };
  return answerPublishing(call, { text: text === '' ? title : text, accept });
}

function coverOf(index: number): Record<string, string> {
  return index === 0 ? {} : { Cover: `picture ${index + 1}` };
}

interface Fetched {
  media: { mediaId: string; altText: null }[];
  marks: string;
  failReason: string | null;
}

async function fetchAll(call: Call, postId: string, addresses: readonly string[]): Promise<Fetched> {
  const fetched: Fetched = { media: [], marks: '', failReason: null };
  for (const [index, address] of addresses.entries()) {
    const owner = { id: `tp-${postId}-${index}`, accountId: call.token.accountId };
    try {
      const media = await receiveFrom(address, call, owner, photoBytesMax);
      if (media === null || !['image/jpeg', 'image/webp'].includes(media.mime)) {
        return { ...fetched, failReason: 'file_format_check_failed' };
      }
      fetched.media.push({ mediaId: media.id, altText: null });
      fetched.marks += ` ${media.marks}`;
    } catch {
      // The real TikTok only says that it could not fetch the file.
      return { ...fetched, failReason: 'photo_pull_failed' };
    }
  }
  return fetched;
}
