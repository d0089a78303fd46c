import { receiveFrom } from '../../../sandbox/fetch-media.js';
import { readMarks } from '../../../sandbox/marks.js';
import type { StoredContainer, StoredMedia } from '../../../sandbox/store.js';
import { processingMsOf, uploadFault } from '../../../sandbox/uploads.js';
import { carouselMedia, newContainer } from '../../kit/meta/sandbox/containers.js';
import { invalid } from '../../kit/meta/sandbox/errors.js';
import type { MetaCall } from '../../kit/meta/sandbox/login.js';
import { couldNotFetch } from './errors.js';
import { shownOf } from './params.js';

const imageBytesMax = 8_000_000;
const videoBytesMax = 1_000_000_000;
const altTextCharsMax = 1_000;
const childrenMin = 2;
const childrenMax = 20;

type PostText = Pick<StoredContainer, 'text' | 'replyTo'>;

/** Creates the container of an image or video. An image is fetched before the response, a video after it. */
export async function createMediaContainer(call: MetaCall, post: PostText): Promise<Response> {
  const { store, params } = call;
  const isVideo = params['media_type'] === 'VIDEO';
  const address = params[isVideo ? 'video_url' : 'image_url'];
  const altText = params['alt_text'] ?? null;
  if (address === undefined) return invalid('The media URL is required.');
  if ((altText ?? '').length > altTextCharsMax) return invalid('Param alt_text is too long.');
  const marked = `${post.text} ${altText ?? ''}`;
  const fault = uploadFault(call, { text: marked, key: marked });
  if (fault !== null) return fault;
  const id = store.newNumericId();
  const container = newContainer(call, {
    ...post,
    id,
    media: [{ mediaId: `t-${id}`, altText }],
    shown: shownOf(params),
    isCarouselItem: params['is_carousel_item'] === 'true',
    readyAt: null,
  });
  if (isVideo) {
    store.updateContainer(container);
    void fetchInto(call, container, address, marked);
    return Response.json({ id });
  }
  const fetched = await fetchInto(call, container, address, marked);
  return fetched === null
    ? couldNotFetch('The media could not be fetched from this URI.')
    : Response.json({ id });
}

/** Fetches the file and stores the result. If a restart interrupts the fetch, the container stays unfinished. */
async function fetchInto(
  call: MetaCall,
  container: StoredContainer,
  address: string,
  marked: string,
): Promise<StoredMedia | null> {
  const { store } = call;
  const owner = { id: `t-${container.id}`, accountId: container.accountId };
  // The real platform only says that it could not fetch the file.
  const media = await receiveFrom(address, call, owner, ({ 'content-type': type = '' }) =>
    type.startsWith('video/') ? videoBytesMax : imageBytesMax,
  ).catch(() => null);
  const marks = readMarks(`${marked} ${media?.marks ?? ''}`);
  const waitMs = media === null ? 0 : processingMsOf(store, media.kind, marks);
  const unprocessed = marks.has('processing-failed') ? 'FAILED_PROCESSING_VIDEO' : null;
  store.updateContainer({
    ...container,
    readyAt: new Date(store.now().getTime() + waitMs).toISOString(),
    failure: media === null ? 'FAILED_DOWNLOADING_VIDEO' : unprocessed,
  });
  return media;
}

/** Creates the container of a post with several media, each in its own finished container. */
export function createCarousel(call: MetaCall, post: PostText): Response {
  const { store, params } = call;
  const ids = (params['children'] ?? '').split(',').filter((id) => id !== '');
  if (ids.length < childrenMin || ids.length > childrenMax) {
    return invalid(`A carousel has ${childrenMin} to ${childrenMax} children.`);
  }
  const media = carouselMedia(call, ids);
  if (media === null) return invalid('A child of the carousel is not ready or not known.');
  const id = store.newNumericId();
  store.updateContainer(newContainer(call, { ...post, id, media, shown: shownOf(params) }));
  return Response.json({ id });
}
