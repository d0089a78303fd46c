import { receiveFrom } from '../../../sandbox/fetch-media.js';
import { readMarks } from '../../../sandbox/marks.js';
import { parseJson } from '../../../sandbox/parse-json.js';
import type { SandboxStore, StoredContainer, StoredMedia } from '../../../sandbox/store.js';
import { processingMsOf, uploadFault } from '../../../sandbox/uploads.js';
import { carouselMedia, newContainer } from '../../kit/meta/sandbox/containers.js';
import { graphError, invalid } from '../../kit/meta/sandbox/errors.js';
import type { MetaCall, Params } from '../../kit/meta/sandbox/login.js';
import { containerFault, readContainerType, type ContainerType } from './container-params.js';
import { askedError } from './documented-errors.js';
import { couldNotFetch } from './errors.js';

const imageBytesMax = 8_000_000;
const videoBytesMax = 300_000_000;

/** POST /{account}/media: a container of one image or video, or of several containers. */
export function createContainer(call: MetaCall): Response | Promise<Response> {
  const type = readContainerType(call.params);
  if (typeof type !== 'string') return type;
  const fault = containerFault(type, call.params);
  if (fault !== null) return fault;
  return type === 'CAROUSEL' ? createCarousel(call) : createMediaContainer(call, type);
}

/** Creates the container of one file. An image is fetched before the response, a video after it. */
async function createMediaContainer(call: MetaCall, type: ContainerType): Promise<Response> {
  const { store, params } = call;
  const { caption = '', alt_text: altText = null, image_url: image, video_url: video } = params;
  const text = `${caption} ${altText ?? ''}`;
  const fault = uploadFault(call, { text, key: text });
  if (fault !== null) return fault;
  const asked = askedError(call, text, 'CONTAINER');
  if (asked !== null) return graphError(asked);
  const id = store.newNumericId();
  const container = newContainer(call, {
    id,
    text: caption,
    media: [{ mediaId: mediaIdOf(id), altText }],
    isCarouselItem: params['is_carousel_item'] === 'true',
    readyAt: null,
  });
  rememberForm(store, id, type, params);
  if (video !== undefined) {
    store.updateContainer(container);
    const subcode = askedError(call, text, 'STATUS')?.subcode;
    void fetchVideo(call, container, { video, cover: params['cover_url'], marked: text, fault: subcode });
    return Response.json({ id });
  }
  const media = await receive(call, container, image ?? '', imageBytesMax);
  if (typeof media === 'number') return imageFault(media);
  if (media.mime !== 'image/jpeg') return imageFault(2_207_005);
  store.updateContainer(done(store, container, media, text));
  return Response.json({ id });
}

function imageFault(subcode: number): Response {
  if (subcode === 2_207_004) {
    return graphError({ code: 36_000, subcode, message: 'The image is too large to download.' });
  }
  if (subcode === 2_207_005) {
    return graphError({ code: 36_001, subcode, message: 'The image format is not supported. Use JPEG.' });
  }
  return couldNotFetch();
}

interface VideoToFetch {
  video: string;
  cover: string | undefined;
  /** The texts that may contain marks. */
  marked: string;
  /** The subcode of an error that a mark requests. */
  fault: number | undefined;
}

/** Fetches the file and stores the result. If a restart interrupts the fetch, the container stays unfinished. */
async function fetchVideo(
  call: MetaCall,
  container: StoredContainer,
  { video, cover, marked, fault }: VideoToFetch,
): Promise<void> {
  const { store } = call;
  const media = await receive(call, container, video, videoBytesMax);
  const failed = (subcode: number): void =>
    store.updateContainer({
      ...container,
      readyAt: store.now().toISOString(),
      failure: `Error: Media upload has failed with error code ${subcode}`,
    });
  if (typeof media === 'number') return failed(media === 2_207_005 ? 2_207_026 : media);
  if (media.kind !== 'VIDEO') return failed(2_207_026);
  if (fault !== undefined) return failed(fault);
  if (cover !== undefined) {
    const image = await receive(call, { ...container, id: coverOf(container.id) }, cover, imageBytesMax);
    if (typeof image === 'number') return failed(image);
    if (image.mime !== 'image/jpeg') return failed(2_207_005);
  }
  store.updateContainer(done(store, container, media, marked));
}

function done(
  store: SandboxStore,
  container: StoredContainer,
  media: StoredMedia,
  marked: string,
): StoredContainer {
  const marks = readMarks(`${marked} ${media.marks}`);
  const readyAt = new Date(store.now().getTime() + processingMsOf(store, media.kind, marks)).toISOString();
  const failure = marks.has('processing-failed')
    ? 'Error: Media upload has failed with error code 2207026'
    : null;
  return { ...container, readyAt, failure };
}

const coverOf = (containerId: string): string => `${containerId}-cover`;
const mediaIdOf = (id: string): string => `ig-${id}`;

/** The media id of a reel's own cover, if it has one. */
export function coverIdOf(containerId: string): string {
  return mediaIdOf(coverOf(containerId));
}

class StatedTooLargeError extends Error {
  override readonly name = 'StatedTooLargeError';
}

/** Fetches a file. Returns the stored file, or the subcode of the error. */
async function receive(
  call: MetaCall,
  { id, accountId }: Pick<StoredContainer, 'id' | 'accountId'>,
  address: string,
  bytesMax: number,
): Promise<StoredMedia | number> {
  const owner = { id: mediaIdOf(id), accountId };
  try {
    const media = await receiveFrom(address, call, owner, ({ 'content-length': stated = '0' }) => {
      if (Number(stated) > bytesMax) throw new StatedTooLargeError();
      return bytesMax;
    });
    return media ?? 2_207_005;
  } catch (error) {
    // Except for a file whose stated size is too large, the real platform only says that it could not fetch the file.
    return error instanceof StatedTooLargeError ? 2_207_004 : 2_207_052;
  }
}

/** Creates the container of a post with several media, each in its own finished container. */
function createCarousel(call: MetaCall): Response {
  const { store, params } = call;
  const media = carouselMedia(call, (params['children'] ?? '').split(','));
  if (media === null) return invalid('A child of the carousel is not ready or not known.');
  const id = store.newNumericId();
  rememberForm(store, id, 'CAROUSEL', params);
  store.updateContainer(newContainer(call, { id, text: params['caption'] ?? '', media }));
  return Response.json({ id });
}

/** The parts of a container that are needed for its post: the type in lists, and the visible options. */
export interface ContainerForm {
  mediaType: string;
  product: string;
  shown: Record<string, string>;
}

const formKey = (id: string): string => `INSTAGRAM container ${id}`;

function rememberForm(store: SandboxStore, id: string, type: ContainerType, params: Params): void {
  const isVideo = params['video_url'] !== undefined;
  store.setObject(formKey(id), {
    mediaType: type === 'CAROUSEL' ? 'CAROUSEL_ALBUM' : isVideo ? 'VIDEO' : 'IMAGE',
    product: type === 'REELS' ? 'REELS' : type === 'STORIES' ? 'STORY' : 'FEED',
    shown: shownOf(type, params),
  });
}

export function formOf(store: SandboxStore, id: string): ContainerForm {
  return store.object(formKey(id)) as unknown as ContainerForm;
}

const kindNames = { IMAGE: 'Post', VIDEO: 'Post', REELS: 'Reel', STORIES: 'Story', CAROUSEL: 'Carousel' };

function shownOf(type: ContainerType, params: Params): Record<string, string> {
  const names = (json: string | undefined, nameOf: (entry: unknown) => string): string =>
    ((parseJson(json ?? '[]') ?? []) as unknown[]).map((entry) => `@${nameOf(entry)}`).join(', ');
  const all: Record<string, string> = {
    Kind: kindNames[type],
    Collaborators: names(params['collaborators'], String),
    Tagged: names(params['user_tags'], (tag) => (tag as { username: string }).username),
    Location: params['location_id'] ?? '',
    Sound: params['audio_name'] ?? '',
    Cover: params['thumb_offset'] === undefined ? '' : `the frame at ${params['thumb_offset']} ms`,
    'In the feed': params['share_to_feed'] === 'false' ? 'no' : '',
    Trial: params['trial_params'] === undefined ? '' : 'shown to non-followers first',
    Labels: [
      params['is_ai_generated'] === 'true' ? 'made with AI' : '',
      params['is_paid_partnership'] === 'true' ? 'paid partnership' : '',
    ]
      .filter((label) => label !== '')
      .join(', '),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}
