import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { marksIn, readMarks } from '../../../sandbox/marks.js';
import type { Dialect, SandboxEnv } from '../../../sandbox/publishing.js';
import type { ShownMedia } from '../../../sandbox/store.js';
import { isDead } from '../../../sandbox/grants.js';
import { readAccessToken, readBearer, type SandboxToken } from '../../../sandbox/tokens.js';
import {
  bodyOf,
  bufferOf,
  keepMedia,
  processingMsOf,
  uploadFault,
  type Uploads,
} from '../../../sandbox/uploads.js';

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
  /** Null until it is finalized. */
  readyAtMs: number | null;
  failed: boolean;
  marks: string;
}

type Problem = (status: number, title: string, detail: string) => Response;
interface XMediaParts {
  uploads: Uploads;
  dialect: () => Dialect;
  problem: Problem;
}

/** The media functions that the simulated posts need. */
export interface XMedia {
  /** The media of a post that is being created; null if one of them may not be posted. */
  take: (accountId: string, ids: readonly string[]) => ShownMedia[] | null;
}

export const mediaKeyOf = (id: string): string => `3_${id}`;

/**
 * Media upload of X API v2: initialize, append, finalize, status, metadata. Unfinished uploads do not survive the
 * process.
 */
export function addXMedia(app: Hono<SandboxEnv>, parts: XMediaParts): XMedia {
  const { store } = parts.uploads;
  const sessions = new Map<string, XUpload>();
  const on = (
    method: 'GET' | 'POST',
    path: string,
    operation: string,
    handler: (
      c: Context<SandboxEnv>,
      token: SandboxToken,
      upload: XUpload | undefined,
    ) => Response | Promise<Response>,
  ): void => {
    app.on(method, path, (c) => {
      store.countCall('X', operation);
      const token = readAccessToken(readBearer(c.req.header('authorization')));
      if (token === null || isDead(store, 'X', token)) return parts.dialect().expiredToken();
      const upload = sessions.get(c.req.param('id') ?? c.req.query('media_id') ?? '');
      const isTheirs = upload?.accountId === token.accountId && upload.expiresAtMs > store.now().getTime();
      return handler(c, token, isTheirs ? upload : undefined);
    });
  };
  on('POST', '/2/media/upload/initialize', 'mediaInitialize', (c, token) =>
    initialize(c, parts, sessions, token),
  );
  on('POST', '/2/media/upload/:id/append', 'mediaAppend', (c, token, upload) =>
    append(c, parts, token, upload),
  );
  on('POST', '/2/media/upload/:id/finalize', 'mediaFinalize', (_c, _token, upload) =>
    finalize(parts, upload),
  );
  on('GET', '/2/media/upload', 'mediaStatus', (c, _token, upload) => {
    const isKnown = c.req.query('command') === 'STATUS' && upload !== undefined && upload.readyAtMs !== null;
    return isKnown ? Response.json({ data: dataOf(parts.uploads, upload) }) : notFound(parts.problem);
  });
  on('POST', '/2/media/metadata', 'mediaMetadata', (c, token) => describe(c, parts, sessions, token));
  return { take: (accountId, ids) => take(parts.uploads, sessions, accountId, ids) };
}

const notFound = (problem: Problem): Response =>
  problem(404, 'Not Found', 'The media is not known or has expired.');
const invalid = (problem: Problem, detail: string): Response => problem(400, 'Invalid Request', detail);

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

async function initialize(
  c: Context<SandboxEnv>,
  { uploads: { store }, problem }: XMediaParts,
  sessions: Map<string, XUpload>,
  token: SandboxToken,
): Promise<Response> {
  const input = initializeSchema.safeParse(await c.req.json().catch(() => null)).data;
  if (input === undefined) return invalid(problem, 'One or more parameters to your request was invalid.');
  if (input.total_bytes > bytesMax[input.media_category])
    return invalid(problem, 'File size exceeds the limit.');
  const id = store.newNumericId();
  sessions.set(id, {
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
  for (const oldest of [...sessions.keys()].slice(0, Math.max(0, sessions.size - uploadsMax))) {
    sessions.delete(oldest);
  }
  return Response.json({ data: { id, media_key: mediaKeyOf(id), expires_after_secs: lifeSeconds } });
}

const segmentIndexSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(segmentsMax - 1);

async function append(
  c: Context<SandboxEnv>,
  { uploads, dialect, problem }: XMediaParts,
  token: SandboxToken,
  upload: XUpload | undefined,
): Promise<Response> {
  if (upload === undefined || upload.readyAtMs !== null) return notFound(problem);
  const bytes = await bufferOf(bodyOf(uploads, 'X', c.env.incoming), segmentBytesMax + formBytesMax);
  if (bytes === null) return problem(413, 'Payload Too Large', 'The segment is too large.');
  const headers = { 'content-type': c.req.header('content-type') ?? '' };
  const form = await new Response(bytes, { headers }).formData().catch(() => null);
  const index = segmentIndexSchema.safeParse(form?.get('segment_index')).data;
  const file = form?.get('media');
  if (index === undefined || !(file instanceof Blob))
    return invalid(problem, 'segment_index and media are required.');
  const segment = Buffer.from(await file.arrayBuffer());
  upload.marks = marksIn(`${upload.marks} ${segment.toString('latin1')}`);
  await uploads.files.receive(segmentName(upload.id, index), Readable.from([segment]), segmentBytesMax);
  upload.segments.set(index, segment.length);
  const { marks: text, id: key } = upload;
  const fault = uploadFault(c, uploads.store, { platform: 'X', token, text, key, dialect: dialect() });
  return fault ?? Response.json({ data: { expires_at: Math.floor(upload.expiresAtMs / 1000) } });
}

const mediaIdOf = (id: string): string => `x-${id}`;
const segmentName = (id: string, index: number): string => `x-${id}-${index}`;

async function finalize({ uploads, problem }: XMediaParts, upload: XUpload | undefined): Promise<Response> {
  // The response to a second call is not documented, so assume the worst.
  if (upload === undefined || upload.readyAtMs !== null) return notFound(problem);
  const indices = [...upload.segments.keys()].sort((a, b) => a - b);
  const sizeBytes = [...upload.segments.values()].reduce((sum, size) => sum + size, 0);
  const isWhole = indices.every((index, place) => index === place) && sizeBytes === upload.totalBytes;
  if (!isWhole) return invalid(problem, 'Segments do not add up to provided total file size.');
  const { files, store } = uploads;
  async function* whole(): AsyncGenerator<Uint8Array> {
    for (const index of indices) {
      for await (const chunk of files.read(segmentName(upload?.id ?? '', index))) yield chunk as Uint8Array;
    }
  }
  const id = mediaIdOf(upload.id);
  const received = await files.receive(id, whole(), bytesMax[upload.category]);
  for (const index of indices) files.delete(segmentName(upload.id, index));
  const media = keepMedia(uploads, { id, platform: 'X', accountId: upload.accountId }, received);
  if (media === null) return invalid(problem, 'InvalidMedia: the media type is not supported.');
  const marks = readMarks(upload.marks);
  upload.readyAtMs = store.now().getTime() + processingMsOf(store, media.kind, marks);
  upload.failed = marks.has('processing-failed');
  return Response.json({ data: dataOf(uploads, upload) });
}

function dataOf({ store }: Uploads, upload: XUpload): object {
  const { id, failed, readyAtMs, totalBytes } = upload;
  const isDone = (readyAtMs ?? 0) <= store.now().getTime();
  const isWorkedOn = upload.category !== 'tweet_image' || failed || !isDone;
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
    ...(isWorkedOn ? { processing_info: info } : {}),
  };
}

const metadataSchema = z.strictObject({
  id: z.string(),
  metadata: z.strictObject({ alt_text: z.strictObject({ text: z.string().min(1).max(altTextCharsMax) }) }),
});

async function describe(
  c: Context<SandboxEnv>,
  { uploads: { store }, problem }: XMediaParts,
  sessions: Map<string, XUpload>,
  token: SandboxToken,
): Promise<Response> {
  const input = metadataSchema.safeParse(await c.req.json().catch(() => null)).data;
  const upload = sessions.get(input?.id ?? '');
  if (input === undefined) return invalid(problem, 'One or more parameters to your request was invalid.');
  if (upload?.accountId !== token.accountId || upload.readyAtMs === null) return notFound(problem);
  const { text } = input.metadata.alt_text;
  const media = store.media(mediaIdOf(upload.id));
  if (media !== undefined) store.addMedia({ ...media, altText: text });
  // An alt text may contain marks too. They count from here on.
  const marks = readMarks(text);
  if (marks.processingMs !== null) upload.readyAtMs = store.now().getTime() + marks.processingMs;
  upload.failed ||= marks.has('processing-failed');
  return Response.json({ data: { id: upload.id, associated_metadata: input.metadata } });
}

/** Uses the session if it is known. After a restart of the sandbox only the file is left. */
function take(
  { store }: Uploads,
  sessions: Map<string, XUpload>,
  accountId: string,
  ids: readonly string[],
): ShownMedia[] | null {
  const media = ids.flatMap((id) => store.media(mediaIdOf(id)) ?? []);
  const isTheirs = media.length === ids.length && media.every((item) => item.accountId === accountId);
  const areAlone = media.length === 1 || media.every(({ kind }) => kind === 'IMAGE');
  const nowMs = store.now().getTime();
  const areReady = ids.every((id) => {
    const upload = sessions.get(id);
    return upload === undefined || (!upload.failed && (upload.readyAtMs ?? Infinity) <= nowMs);
  });
  if (!isTheirs || !areAlone || !areReady) return null;
  return media.map(({ id: mediaId, altText }) => ({ mediaId, altText }));
}
