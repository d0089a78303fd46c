import type { Context } from 'hono';
import { fetchMedia } from '../../../sandbox/fetch-media.js';
import { readMarks } from '../../../sandbox/marks.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore, StoredContainer, StoredMedia } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { keepMedia, processingMsOf, uploadFault, type Uploads } from '../../../sandbox/uploads.js';
import { statusOf } from '../../kit/meta/sandbox/containers.js';
import {
  containerFault,
  parse,
  readContainerType,
  type ContainerType,
  type Params,
} from './container-params.js';
import { askedError, errorAnswer } from './documented-errors.js';
import { couldNotFetch, dialect, graphError, invalid } from './errors.js';

const imageBytesMax = 8_000_000;
const videoBytesMax = 300_000_000;

export interface InstagramParts {
  store: SandboxStore;
  uploads: Uploads;
  /** Origins besides this machine's own that media may be fetched from. */
  mediaOrigins: readonly string[];
}

/** POST /{account}/media: a container of one image or video, or of several containers. */
export function createContainer(
  c: Context<SandboxEnv>,
  parts: InstagramParts,
  token: SandboxToken,
  params: Params,
): Response | Promise<Response> {
  const type = readContainerType(params);
  if (typeof type !== 'string') return type;
  const fault = containerFault(type, params);
  if (fault !== null) return fault;
  return type === 'CAROUSEL'
    ? createCarousel(parts, token, params)
    : createMediaContainer(c, parts, token, params, type);
}

/** An image is fetched before the response, a video after it. */
async function createMediaContainer(
  c: Context<SandboxEnv>,
  parts: InstagramParts,
  token: SandboxToken,
  params: Params,
  type: ContainerType,
): Promise<Response> {
  const { store } = parts;
  const { caption = '', alt_text: altText = null, image_url: image, video_url: video } = params;
  const text = `${caption} ${altText ?? ''}`;
  const fault = uploadFault(c, store, { platform: 'INSTAGRAM', token, text, key: text, dialect });
  if (fault !== null) return fault;
  const asked = askedError(store, token, { text, at: 'CONTAINER' });
  if (asked !== null) return errorAnswer(asked);
  const id = store.newNumericId();
  const container: StoredContainer = {
    id,
    accountId: token.accountId,
    text: caption,
    replyTo: null,
    createdAt: store.now().toISOString(),
    media: [{ mediaId: mediaIdOf(id), altText }],
    isCarouselItem: params['is_carousel_item'] === 'true',
    readyAt: null,
    failure: null,
  };
  rememberForm(store, id, type, params);
  if (video !== undefined) {
    store.updateContainer(container);
    const fault = askedError(store, token, { text, at: 'STATUS' })?.subcode;
    void fetchVideo(parts, container, { video, cover: params['cover_url'], marked: text, fault });
    return Response.json({ id });
  }
  const media = await receive(parts, container, image ?? '', imageBytesMax);
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
  /** Where marks may be. */
  marked: string;
  /** The subcode of an error that a mark requests. */
  fault: number | undefined;
}

/** Fetches the file, and stores the result. If a restart interrupts this, the container stays unfinished. */
async function fetchVideo(
  parts: InstagramParts,
  container: StoredContainer,
  { video, cover, marked, fault }: VideoToFetch,
): Promise<void> {
  const { store } = parts;
  const media = await receive(parts, container, video, videoBytesMax);
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
    const image = await receive(parts, { ...container, id: coverOf(container.id) }, cover, imageBytesMax);
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

/** The received file, or the subcode of the error. */
async function receive(
  { uploads, mediaOrigins }: InstagramParts,
  { id, accountId }: Pick<StoredContainer, 'id' | 'accountId'>,
  address: string,
  bytesMax: number,
): Promise<StoredMedia | number> {
  try {
    const answer = await fetchMedia(address, mediaOrigins);
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of answer as AsyncIterable<Uint8Array>) {
        uploads.store.countBytes('INSTAGRAM', chunk.length);
        yield chunk;
      }
    }
    const stated = Number(answer.headers['content-length'] ?? 0);
    if (stated > bytesMax) {
      answer.destroy();
      return 2_207_004;
    }
    const mediaId = mediaIdOf(id);
    const file = await uploads.files.receive(mediaId, counted(), bytesMax);
    return keepMedia(uploads, { id: mediaId, accountId, platform: 'INSTAGRAM' }, file) ?? 2_207_005;
  } catch {
    // The real platform only says that it could not fetch the file.
    return 2_207_052;
  }
}

/** A post of several media, each in its own finished container. */
function createCarousel({ store }: InstagramParts, token: SandboxToken, params: Params): Response {
  const ids = (params['children'] ?? '').split(',');
  const children = ids.flatMap((id) => store.container(id) ?? []);
  const areFit = children.every(
    (child) =>
      child.accountId === token.accountId &&
      child.isCarouselItem &&
      statusOf(child, store.now()) === 'FINISHED',
  );
  if (children.length !== ids.length || !areFit) {
    return invalid('A child of the carousel is not ready or not known.');
  }
  const id = store.newNumericId();
  rememberForm(store, id, 'CAROUSEL', params);
  store.addContainer({
    id,
    accountId: token.accountId,
    text: params['caption'] ?? '',
    replyTo: null,
    media: children.flatMap(({ media }) => media),
    isCarouselItem: false,
    readyAt: store.now().toISOString(),
    failure: null,
  });
  return Response.json({ id });
}

/** The result of a container: its type in lists, and its visible parts. */
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
    ((parse(json ?? '[]') ?? []) as unknown[]).map((entry) => `@${nameOf(entry)}`).join(', ');
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
