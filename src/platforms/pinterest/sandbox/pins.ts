import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Call } from '../../../sandbox/call.js';
import { removePublication } from '../../../sandbox/change-publication.js';
import { receiveFrom } from '../../../sandbox/fetch-media.js';
import { readMarks } from '../../../sandbox/marks.js';
import { parseJson } from '../../../sandbox/parse-json.js';
import { answerPublishing, publishAs } from '../../../sandbox/publishing.js';
import type { ShownMedia, StoredMedia, StoredPublication } from '../../../sandbox/store.js';
import { bufferOf, counted, receiveMedia, uploadFault } from '../../../sandbox/uploads.js';
import { boardNotFound, invalid, queryFault, refuse, tooMany } from './api.js';
import { pinFields, placeOf } from './boards.js';
import { takeVideo } from './media.js';

const imageBytesMax = 20_000_000;
/** Enough for five of the largest images in base64, and some text. */
const bodyBytesMax = 140_000_000;

const id = z.string().regex(/^\d+$/);
const contentType = z.enum(['image/jpeg', 'image/png']);
const base64 = { content_type: contentType, data: z.string().regex(/^[a-zA-Z0-9+/=]+$/) };
const url = { url: z.string() };
const words = {
  title: z.string().optional(),
  description: z.string().optional(),
  link: z.string().optional(),
};
const isStandard = { is_standard: z.boolean().optional() };
const several = <T extends z.ZodRawShape>(item: T) => ({
  items: z
    .array(z.strictObject({ ...item, ...words }))
    .min(2)
    .max(5),
  index: z.int().min(0).optional(),
});

const sourceSchema = z.discriminatedUnion('source_type', [
  z.strictObject({ source_type: z.literal('image_base64'), ...base64, ...isStandard }),
  z.strictObject({ source_type: z.literal('image_url'), ...url, ...isStandard }),
  z.strictObject({ source_type: z.literal('multiple_image_base64'), ...several(base64) }),
  z.strictObject({ source_type: z.literal('multiple_image_urls'), ...several(url) }),
  z.strictObject({
    source_type: z.literal('video_id'),
    media_id: id,
    cover_image_url: z.string().optional(),
    cover_image_content_type: contentType.optional(),
    cover_image_data: z.string().optional(),
    cover_image_key_frame_time: z.int().min(0).optional(),
    ...isStandard,
  }),
]);
type Source = z.infer<typeof sourceSchema>;

/** The body of a new pin, as Pinterest documents it. Unknown fields are rejected. */
const createSchema = z.strictObject({
  board_id: id,
  board_section_id: id.nullish(),
  title: z.string().max(100).nullish(),
  description: z.string().max(800).nullish(),
  link: z.string().max(2048).nullish(),
  alt_text: z.string().max(500).nullish(),
  dominant_color: z.string().nullish(),
  media_source: sourceSchema,
});
type PinInput = z.infer<typeof createSchema>;

export async function createPin(call: Call): Promise<Response> {
  const { c, store, platform, token } = call;
  const fault = queryFault(c, ['ad_account_id']);
  if (fault !== null) return fault;
  const body = await bufferOf(c.env.incoming as AsyncIterable<Uint8Array>, bodyBytesMax);
  if (body === null) return refuse(413, 1, 'The request is too large.');
  const read = createSchema.safeParse(parseJson(body.toString()));
  if (!read.success) return invalid(faultOf(read.error));
  const pin = read.data;
  const text = pin.description ?? '';
  const marks = readMarks(text);
  if (marks.has('board-gone')) return boardNotFound();
  const place = placeOf(pin.board_id, pin.board_section_id ?? null);
  if ('refusal' in place) return place.refusal;
  if (marks.has('blocked-link')) {
    return refuse(429, 9, 'Sorry! We blocked this link because it may lead to spam.');
  }
  if (marks.has('trial-access')) {
    return refuse(403, 29, 'Apps with Trial access may not create Pins in production.');
  }
  const limitKey = `${platform} daily-limit ${token.accountId} ${text}`;
  if (marks.has('daily-limit') && store.isFirst(limitKey, { alternates: true })) {
    return tooMany('You have exceeded your daily rate limit.');
  }
  const source = await receiveSource(call, pin);
  if ('refusal' in source) return source.refusal;
  const accept = (): Response => {
    const stored = publishAs(call, {
      text,
      extra: extraOf(pin, source.media.length),
      media: source.media.map((mediaId): ShownMedia => ({ mediaId, altText: pin.alt_text ?? null })),
      coverId: source.coverId,
      shown: shownOf(pin, { board: place.board.name, section: place.section?.name ?? null }),
    });
    return Response.json(pinFields(stored), { status: 201 });
  };
  return answerPublishing(call, { text, accept });
}

/** Describes the field and the limit that it breaks, in Pinterest's words. */
function faultOf({ issues: [issue] }: z.ZodError): string {
  const where = issue?.path.join('.') ?? '';
  if (issue?.code === 'too_big' && issue.origin === 'array') return `${where} constraint: maxItems=5`;
  return `${where} ${issue?.code ?? ''}`.slice(0, 200);
}

type Received = { media: string[]; coverId: string | null } | { refusal: Response };

/** Receives the media of a pin, in order. None of them is public yet. */
async function receiveSource(call: Call, pin: PinInput): Promise<Received> {
  const source = pin.media_source;
  if (source.source_type === 'video_id') return receiveVideo(call, source);
  const items = 'items' in source ? source.items : [source];
  if ('items' in source && (source.index ?? 0) >= items.length) {
    return { refusal: invalid('media_source.index is out of range.') };
  }
  const media: string[] = [];
  for (const item of items) {
    const image = await receiveImage(call, item);
    if (image === null) {
      const couldNotFetch = 'url' in item;
      const message = couldNotFetch ? 'Unable to reach the URL.' : 'media_source.data is not an image.';
      return { refusal: refuse(400, couldNotFetch ? 235 : 1, message) };
    }
    const fault = uploadFault(call, { text: image.marks, key: image.sha256 });
    if (fault !== null) return { refusal: fault };
    if (readMarks(image.marks).has('processing-failed')) {
      return { refusal: invalid('the image could not be processed.') };
    }
    media.push(image.id);
  }
  return { media, coverId: null };
}

type VideoSource = Extract<Source, { source_type: 'video_id' }>;

async function receiveVideo(call: Call, source: VideoSource): Promise<Received> {
  const video = takeVideo(call, source.media_id);
  if (video === null) return { refusal: refuse(404, 5, 'Media not found, or not ready.') };
  const { cover_image_url: coverUrl, cover_image_data: data, cover_image_content_type: type } = source;
  const covers = [coverUrl, data, source.cover_image_key_frame_time].filter((cover) => cover !== undefined);
  if (covers.length !== 1 || (data === undefined) !== (type === undefined)) {
    return { refusal: invalid('cover_image_url or cover_image_content_type is required.') };
  }
  const item = coverUrl === undefined ? data && { data } : { url: coverUrl };
  const cover = item ? await receiveImage(call, item) : undefined;
  if (cover === null) return { refusal: refuse(400, 235, 'Unable to reach the URL.') };
  return { media: [video], coverId: cover?.id ?? null };
}

/** Stores an image. Returns null if it cannot be fetched, or is not an image. */
async function receiveImage(
  call: Call,
  item: { url: string } | { data: string },
): Promise<StoredMedia | null> {
  const owner = { id: `pin-${call.store.newNumericId()}`, accountId: call.token.accountId };
  try {
    const media =
      'url' in item
        ? await receiveFrom(item.url, call, owner, imageBytesMax)
        : await receiveMedia(
            call,
            owner,
            counted(call, Readable.from([Buffer.from(item.data, 'base64')])),
            imageBytesMax,
          );
    return media?.kind === 'IMAGE' ? media : null;
  } catch {
    // The real Pinterest returns no details either.
    return null;
  }
}

function extraOf(pin: PinInput, count: number): Record<string, unknown> {
  const isVideo = pin.media_source.source_type === 'video_id';
  return {
    board_id: pin.board_id,
    board_section_id: pin.board_section_id ?? null,
    title: pin.title ?? null,
    link: pin.link ?? null,
    alt_text: pin.alt_text ?? null,
    dominant_color: pin.dominant_color ?? null,
    media: { media_type: isVideo ? 'video' : count > 1 ? 'multiple_images' : 'image' },
  };
}

/** The visible parts of a pin besides its text and media. */
function shownOf(pin: PinInput, { board, section }: { board: string; section: string | null }) {
  const source = pin.media_source;
  const frame = 'media_id' in source ? source.cover_image_key_frame_time : undefined;
  return {
    ...(pin.title ? { Title: pin.title } : {}),
    Board: section === null ? board : `${board}, ${section}`,
    ...(pin.link ? { Link: pin.link } : {}),
    ...(frame === undefined ? {} : { Cover: `the frame at ${frame} s` }),
    ...('items' in source && source.index !== undefined ? { 'First image': String(source.index + 1) } : {}),
  };
}

/** DELETE /pins/{id}: deletes a pin of the account. */
export function deletePin(call: Call): Response | Promise<Response> {
  const pin = ownPin(call);
  return pin === undefined
    ? noSuchPin()
    : removePublication(call, pin, () => new Response(null, { status: 204 }));
}

/** GET /pins/{id}: a pin of the account. */
export function readPin(call: Call): Response {
  const pin = ownPin(call);
  return (
    queryFault(call.c, ['ad_account_id']) ?? (pin === undefined ? noSuchPin() : Response.json(pinFields(pin)))
  );
}

const noSuchPin = (): Response => refuse(404, 50, 'Pin not found.');

function ownPin({ c, store, platform, token }: Call): StoredPublication | undefined {
  const pin = store.find(platform, c.req.param('id') ?? '');
  return pin?.accountId === token.accountId ? pin : undefined;
}
