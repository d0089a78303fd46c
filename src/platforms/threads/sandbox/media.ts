import type { Context } from 'hono';
import { fetchMedia } from '../../../sandbox/fetch-media.js';
import { readMarks } from '../../../sandbox/marks.js';
import type { Dialect, SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore, StoredContainer, StoredMedia } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { keepMedia, processingMsOf, uploadFault, type Uploads } from '../../../sandbox/uploads.js';
import { statusOf } from '../../kit/meta/sandbox/containers.js';
import { shownOf } from './params.js';

const imageBytesMax = 8_000_000;
const videoBytesMax = 1_000_000_000;
const altTextCharsMax = 1_000;
const childrenMin = 2;
const childrenMax = 20;

type Params = Record<string, string>;

export interface ThreadsMediaParts {
  store: SandboxStore;
  uploads: Uploads;
  /** Origins besides this machine's own that media may be fetched from. */
  mediaOrigins: readonly string[];
  dialect: Dialect;
  invalid: (message: string) => Response;
  couldNotFetch: (message: string) => Response;
}

export interface MediaContainerInput {
  token: SandboxToken;
  params: Params;
  text: string;
  replyTo: string | null;
}

/** A container of an image or video. An image is fetched before the response, a video after it. */
export async function createMediaContainer(
  c: Context<SandboxEnv>,
  parts: ThreadsMediaParts,
  { token, params, text, replyTo }: MediaContainerInput,
): Promise<Response> {
  const { store, invalid } = parts;
  const isVideo = params['media_type'] === 'VIDEO';
  const address = params[isVideo ? 'video_url' : 'image_url'];
  const altText = params['alt_text'] ?? null;
  if (address === undefined) return invalid('The media URL is required.');
  if ((altText ?? '').length > altTextCharsMax) return invalid('Param alt_text is too long.');
  const marked = `${text} ${altText ?? ''}`;
  const fault = uploadFault(c, store, {
    platform: 'THREADS',
    token,
    text: marked,
    key: marked,
    dialect: parts.dialect,
  });
  if (fault !== null) return fault;
  const id = store.newNumericId();
  const container: StoredContainer = {
    id,
    accountId: token.accountId,
    text,
    replyTo,
    createdAt: store.now().toISOString(),
    media: [{ mediaId: `t-${id}`, altText }],
    shown: shownOf(params),
    isCarouselItem: params['is_carousel_item'] === 'true',
    readyAt: null,
    failure: null,
  };
  if (isVideo) {
    store.updateContainer(container);
    void fetchInto(parts, container, address, marked);
    return Response.json({ id });
  }
  const fetched = await fetchInto(parts, container, address, marked);
  return fetched === null
    ? parts.couldNotFetch('The media could not be fetched from this URI.')
    : Response.json({ id });
}

/** Fetches the file, and stores the result. If a restart interrupts this, the container stays unfinished. */
async function fetchInto(
  { store, uploads, mediaOrigins }: ThreadsMediaParts,
  container: StoredContainer,
  address: string,
  marked: string,
): Promise<StoredMedia | null> {
  const { id, accountId } = container;
  const media = await receive(uploads, mediaOrigins, { id: `t-${id}`, accountId }, address);
  const marks = readMarks(`${marked} ${media?.marks ?? ''}`);
  const waitMs = media === null ? 0 : processingMsOf(store, media.kind, marks);
  const done: StoredContainer = {
    ...container,
    readyAt: new Date(store.now().getTime() + waitMs).toISOString(),
    failure:
      media === null
        ? 'FAILED_DOWNLOADING_VIDEO'
        : marks.has('processing-failed')
          ? 'FAILED_PROCESSING_VIDEO'
          : null,
  };
  store.updateContainer(done);
  return media;
}

async function receive(
  uploads: Uploads,
  origins: readonly string[],
  owner: { id: string; accountId: string },
  address: string,
): Promise<StoredMedia | null> {
  try {
    const answer = await fetchMedia(address, origins);
    const isVideo = (answer.headers['content-type'] ?? '').startsWith('video/');
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of answer as AsyncIterable<Uint8Array>) {
        uploads.store.countBytes('THREADS', chunk.length);
        yield chunk;
      }
    }
    const file = await uploads.files.receive(owner.id, counted(), isVideo ? videoBytesMax : imageBytesMax);
    return keepMedia(uploads, { ...owner, platform: 'THREADS' }, file);
  } catch {
    // The real platform only says that it could not fetch the file.
    return null;
  }
}

/** A post of several media, each in its own finished container. */
export function createCarousel(
  { store, invalid }: ThreadsMediaParts,
  { token, params, text, replyTo }: MediaContainerInput,
): Response {
  const ids = (params['children'] ?? '').split(',').filter((id) => id !== '');
  if (ids.length < childrenMin || ids.length > childrenMax) {
    return invalid(`A carousel has ${childrenMin} to ${childrenMax} children.`);
  }
  const children = ids.flatMap((id) => store.container(id) ?? []);
  const areFit = children.every(
    (child) =>
      child.accountId === token.accountId &&
      child.isCarouselItem &&
      statusOf(child, store.now()) === 'FINISHED',
  );
  if (children.length !== ids.length || !areFit)
    return invalid('A child of the carousel is not ready or not known.');
  const id = store.newNumericId();
  store.addContainer({
    id,
    accountId: token.accountId,
    text,
    replyTo,
    media: children.flatMap(({ media }) => media),
    shown: shownOf(params),
    isCarouselItem: false,
    readyAt: store.now().toISOString(),
    failure: null,
  });
  return Response.json({ id });
}
