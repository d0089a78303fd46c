import { Readable } from 'node:stream';
import { z } from 'zod';
import { jsonOf, type Call, type Register } from '../../../sandbox/call.js';
import { marksIn, readMarks } from '../../../sandbox/marks.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore, ShownMedia } from '../../../sandbox/store.js';
import { bodyOf, bufferOf, joinMedia, processingMsOf, uploadFault } from '../../../sandbox/uploads.js';
import { problem } from './errors.js';

const lifeSeconds = 24 * 60 * 60;
const segmentBytesMax = 5 * 1024 * 1024;
const segmentsMax = 1_000;
const formBytesMax = 10 * 1024;
const altTextCharsMax = 1_000;
const uploadsMax = 1_000;
const MB = 1_000_000;
const bytesMax = { tweet_image: 5 * MB, tweet_gif: 15 * MB, tweet_video: 512 * MB } as const;

interface XUpload {
  id: string;
  accountId: string;
  totalBytes: number;
  category: keyof typeof bytesMax;
  /** The sizes of the segments that have arrived, by number. */
  segments: Map<number, number>;
  expiresAtMs: number;
  /** The time at which processing ends. Null until the upload is finalized. */
  readyAtMs: number | null;
  failed: boolean;
  marks: string;
}

interface MediaCall extends Call {
  uploadsById: Map<string, XUpload>;
  /** The upload that the call names, if it belongs to the caller. */
  upload: XUpload | undefined;
}

/** Returns the media of a post that is being created; null if one of them cannot be posted. */
export type TakeMedia = (accountId: string, ids: readonly string[]) => ShownMedia[] | null;

export const mediaKeyOf = (id: string): string => `3_${id}`;

/**
 * Adds the media upload of X API v2: initialize, append, finalize, status, metadata. Unfinished uploads are
 * lost when the process ends.
 */
export function addXMedia(register: Register, { store }: SimulatorParts): TakeMedia {
  const uploadsById = new Map<string, XUpload>();
  const on: Register<MediaCall> = (method, path, operation, handler) => {
    register(method, path, operation, (call) => {
      const { c, token } = call;
      const upload = uploadsById.get(c.req.param('id') ?? c.req.query('media_id') ?? '');
      const isTheirs = upload?.accountId === token.accountId && upload.expiresAtMs > store.now().getTime();
      return handler({ ...call, uploadsById, upload: isTheirs ? upload : undefined });
    });
  };
  on('POST', '/2/media/upload/initialize', 'mediaInitialize', initialize);
  on('POST', '/2/media/upload/:id/append', 'mediaAppend', append);
  on('POST', '/2/media/upload/:id/finalize', 'mediaFinalize', finalize);
  on('GET', '/2/media/upload', 'mediaStatus', ({ c, upload }) => {
    const isKnown = c.req.query('command') === 'STATUS' && upload !== undefined && upload.readyAtMs !== null;
    return isKnown ? Response.json({ data: dataOf(store, upload) }) : notFound();
  });
  on('POST', '/2/media/metadata', 'mediaMetadata', describe);
  return (accountId, ids) => take(store, uploadsById, accountId, ids);
}

const notFound = (): Response => problem(404, 'Not Found', 'The media is not known or has expired.');
const invalid = (detail: string): Response => problem(400, 'Invalid Request', detail);

const initializeSchema = z.strictObject({
  media_type: z.enum([
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/gif',
    'video/mp4',
    'video/quicktime',
    'video/webm',
  ]),
  total_bytes: z.number().int().min(1),
  media_category: z.enum(['tweet_image', 'tweet_gif', 'tweet_video']),
});

async function initialize(call: MediaCall): Promise<Response> {
  const { store, token, uploadsById } = call;
  const input = initializeSchema.safeParse(await jsonOf(call)).data;
  if (input === undefined) return invalid('One or more parameters to your request was invalid.');
  if (input.total_bytes > bytesMax[input.media_category]) return invalid('File size exceeds the limit.');
  const id = store.newNumericId();
  uploadsById.set(id, {
    id,
    accountId: token.accountId,
    totalBytes: input.total_bytes,
    category: input.media_category,
    segments: new Map(),
    expiresAtMs: store.now().getTime() + lifeSeconds * 1000,
    readyAtMs: null,
    failed: false,
    marks: '',
  });
  const [oldestId = ''] = uploadsById.keys();
  if (uploadsById.size > uploadsMax) uploadsById.delete(oldestId);
  return Response.json({ data: { id, media_key: mediaKeyOf(id), expires_after_secs: lifeSeconds } });
}

const segmentIndexSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(segmentsMax - 1);

async function append(call: MediaCall): Promise<Response> {
  const { c, uploads, upload } = call;
  if (upload === undefined || upload.readyAtMs !== null) return notFound();
  const bytes = await bufferOf(bodyOf(call, c), segmentBytesMax + formBytesMax);
  if (bytes === null) return problem(413, 'Payload Too Large', 'The segment is too large.');
  const headers = { 'content-type': c.req.header('content-type') ?? '' };
  const form = await new Response(bytes, { headers }).formData().catch(() => null);
  const index = segmentIndexSchema.safeParse(form?.get('segment_index')).data;
  const file = form?.get('media');
  if (index === undefined || !(file instanceof Blob)) return invalid('segment_index and media are required.');
  const segment = Buffer.from(await file.arrayBuffer());
  upload.marks = marksIn(`${upload.marks} ${segment.toString('latin1')}`);
  await uploads.files.receive(segmentName(upload.id, index), Readable.from([segment]), segmentBytesMax);
  upload.segments.set(index, segment.length);
  const fault = uploadFault(call, { text: upload.marks, key: upload.id });
  return fault ?? Response.json({ data: { expires_at: Math.floor(upload.expiresAtMs / 1000) } });
}

/** The ids in the sandbox of the file that an upload becomes, and of its segments. */
const mediaIdOf = (id: string): string => `x-${id}`;
const segmentName = (id: string, index: number): string => `x-${id}-${index}`;

async function finalize(call: MediaCall): Promise<Response> {
  const { c, store, upload } = call;
  if ((await c.req.text()) !== '') return invalid('The request takes no body.');
  // The response to a second call is not documented, so assume the worst.
  if (upload === undefined || upload.readyAtMs !== null) return notFound();
  const indices = [...upload.segments.keys()].sort((a, b) => a - b);
  const sizeBytes = [...upload.segments.values()].reduce((sum, size) => sum + size, 0);
  const isComplete = indices.every((index, place) => index === place) && sizeBytes === upload.totalBytes;
  if (!isComplete) return invalid('Segments do not add up to provided total file size.');
  const owner = { id: mediaIdOf(upload.id), accountId: upload.accountId };
  const segments = indices.map((index) => segmentName(upload.id, index));
  const media = await joinMedia(call, owner, segments, bytesMax[upload.category]);
  if (media === null) return invalid('InvalidMedia: the media type is not supported.');
  const marks = readMarks(upload.marks);
  upload.readyAtMs = store.now().getTime() + processingMsOf(store, media.kind, marks);
  upload.failed = marks.has('processing-failed');
  return Response.json({ data: dataOf(store, upload) });
}

function dataOf(store: SandboxStore, upload: XUpload): object {
  const { id, category, failed, readyAtMs, totalBytes } = upload;
  const isDone = (readyAtMs ?? 0) <= store.now().getTime();
  // X describes the processing of images only if something is unusual.
  const hasInfo = category !== 'tweet_image' || failed || !isDone;
  const info = !isDone
    ? { state: 'in_progress', check_after_secs: 1, progress_percent: 50 }
    : failed
      ? {
          state: 'failed',
          error: { code: 1, name: 'InvalidMedia', message: 'The sandbox could not process it.' },
        }
      : { state: 'succeeded', progress_percent: 100 };
  return {
    id,
    media_key: mediaKeyOf(id),
    size: totalBytes,
    expires_after_secs: lifeSeconds,
    ...(hasInfo ? { processing_info: info } : {}),
  };
}

const metadataSchema = z.strictObject({
  id: z.string(),
  metadata: z.strictObject({ alt_text: z.strictObject({ text: z.string().min(1).max(altTextCharsMax) }) }),
});

async function describe(call: MediaCall): Promise<Response> {
  const { store, token, uploadsById } = call;
  const input = metadataSchema.safeParse(await jsonOf(call)).data;
  const upload = uploadsById.get(input?.id ?? '');
  if (input === undefined) return invalid('One or more parameters to your request was invalid.');
  if (upload?.accountId !== token.accountId || upload.readyAtMs === null) return notFound();
  const { text } = input.metadata.alt_text;
  const media = store.media(mediaIdOf(upload.id));
  if (media !== undefined) store.addMedia({ ...media, altText: text });
  // An alt text may contain marks too, which take effect with this call.
  const marks = readMarks(text);
  if (marks.processingMs !== null) upload.readyAtMs = store.now().getTime() + marks.processingMs;
  upload.failed ||= marks.has('processing-failed');
  return Response.json({ data: { id: upload.id, associated_metadata: input.metadata } });
}

/**
 * A `TakeMedia`. After a restart of the sandbox, an upload is no longer known, but its file still exists and can be
 * posted.
 */
function take(
  store: SandboxStore,
  uploadsById: Map<string, XUpload>,
  accountId: string,
  ids: readonly string[],
): ShownMedia[] | null {
  const media = ids.flatMap((id) => store.media(mediaIdOf(id)) ?? []);
  const isTheirs = media.length === ids.length && media.every((item) => item.accountId === accountId);
  const canBeCombined = media.length === 1 || media.every(({ kind }) => kind === 'IMAGE');
  const nowMs = store.now().getTime();
  const areReady = ids.every((id) => {
    const upload = uploadsById.get(id);
    return upload === undefined || (!upload.failed && (upload.readyAtMs ?? Infinity) <= nowMs);
  });
  if (!isTheirs || !canBeCombined || !areReady) return null;
  return media.map(({ id: mediaId, altText }) => ({ mediaId, altText }));
}
