import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { marksIn, readMarks } from '../../../sandbox/marks.js';
import { parseJson } from '../../../sandbox/parse-json.js';
import { answerPublishing, hangUp } from '../../../sandbox/publishing.js';
import type { SandboxStore, StoredMedia } from '../../../sandbox/store.js';
import { bodyOf, bufferOf, processingMsOf, receiveMedia, uploadFault } from '../../../sandbox/uploads.js';
import { badRequest, googleError, invalid, notFound, uploadsSpent } from './errors.js';
import { metadataFault, metadataSchema, partsOfMetadata, shownOf, toVideo } from './metadata.js';
import { newVideoId, videoResource, type YouTubeCall } from './videos.js';

const unitBytes = 256 * 1024;
const videoBytesMax = 274_877_906_944;
const metadataBytesMax = 1024 * 1024;
/** How long a mark leaves the app without quota. Without a mark the quota is unlimited, because of load tests. */
const quotaSpentMs = 2_000;

const sessionSchema = z.object({
  accountId: z.string(),
  part: z.string(),
  sizeBytes: z.number(),
  metadata: metadataSchema,
  /** The pieces that have arrived, in order, each in its own file. */
  pieces: z.array(z.object({ file: z.string(), sizeBytes: z.number() })),
  marks: z.string(),
  videoId: z.string().nullable(),
  forgotten: z.boolean(),
});
type Session = z.infer<typeof sessionSchema>;

const sessionKey = (id: string): string => `YOUTUBE session ${id}`;
const newFile = (): string => `yt-${randomBytes(16).toString('hex')}`;
const spentKey = 'quota YOUTUBE';
const receivedOf = ({ pieces }: Session): number => pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

function readSession(store: SandboxStore, id: string): Session | undefined {
  return sessionSchema.safeParse(store.object(sessionKey(id))).data;
}

/** POST: starts a session with the video's metadata and the size of its file. The response has a URL for the bytes. */
export async function startSession({ c, store, baseUrl, token, query }: YouTubeCall): Promise<Response> {
  if (query['uploadType'] !== 'resumable') return badRequest('Unsupported uploadType.');
  const bytes = await bufferOf(c.env.incoming, metadataBytesMax);
  const sizeBytes = Number(c.req.header('x-upload-content-length'));
  const mime = c.req.header('x-upload-content-type') ?? '';
  if (!/^application\/json/i.test(c.req.header('content-type') ?? ''))
    return badRequest('Unsupported content type.');
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 1)
    return invalid('mediaBodyRequired', 'No media body.');
  if (sizeBytes > videoBytesMax || !/^(video\/|application\/octet-stream)/.test(mime)) {
    return badRequest('Media type or size is not supported.');
  }
  const metadata = metadataSchema.safeParse(parseJson(bytes?.toString() ?? '')).data;
  if (metadata === undefined) return badRequest('Invalid JSON payload received.');
  const { part = '' } = query;
  if (part !== partsOfMetadata(metadata)) return badRequest(`The body does not have the parts ${part}.`);
  const fault = metadataFault(metadata);
  if (fault !== null) return invalid(fault.reason, fault.message);
  if (store.lasts(spentKey)) return uploadsSpent();
  const marks = marksIn(metadata.snippet.description);
  const limitKey = `upload-limit YOUTUBE ${token.accountId} ${metadata.snippet.description}`;
  if (readMarks(marks).has('upload-limit') && store.isFirst(limitKey)) {
    return invalid('uploadLimitExceeded', 'The user has exceeded the number of videos they may upload.');
  }
  const id = randomBytes(32).toString('hex');
  const session: Session = {
    accountId: token.accountId,
    part,
    sizeBytes,
    metadata,
    pieces: [],
    marks,
    videoId: null,
    forgotten: false,
  };
  store.setObject(sessionKey(id), session);
  const search = new URLSearchParams({ uploadType: 'resumable', part, upload_id: id });
  const location = `${baseUrl}/upload/youtube/v3/videos?${search.toString()}`;
  return new Response(null, { headers: { location, 'x-goog-upload-status': 'active' } });
}

/** PUT: receives bytes of the video. An empty body only asks for the progress. */
export async function putToSession(call: YouTubeCall): Promise<Response> {
  const { c, store, token, query } = call;
  const id = query['upload_id'] ?? '';
  const session = readSession(store, id);
  if (session?.accountId !== token.accountId || session.forgotten)
    return notFound('notFound', 'upload session');
  const range = rangeOf(c.req.header('content-range'), Number(c.req.header('content-length') ?? NaN));
  if (range === null || range.total !== session.sizeBytes) return badRequest('Invalid Content-Range.');
  if (session.videoId !== null) return completed(store, session);
  if (range.kind === 'probe') return incomplete(session);
  const received = receivedOf(session);
  if (range.start > received) return badRequest('The bytes before these have not arrived.');
  if (range.start < received) return incomplete(session);
  const isLast = range.end === session.sizeBytes;
  if (!isLast && (range.end - range.start) % unitBytes !== 0) {
    return badRequest('The size of a chunk must be a multiple of 256 KiB.');
  }
  return receivePiece(call, id, session, range);
}

interface Bytes {
  kind: 'bytes';
  start: number;
  end: number;
  total: number;
}

/** Parses `bytes 0-99/200`, or for an empty body an asterisk and the total size. Null if the header is invalid. */
function rangeOf(
  header: string | undefined,
  lengthBytes: number,
): Bytes | { kind: 'probe'; total: number } | null {
  const probe = /^bytes \*\/(\d{1,15})$/.exec(header ?? '');
  if (probe !== null) return lengthBytes === 0 ? { kind: 'probe', total: Number(probe[1]) } : null;
  const [, first, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header ?? '') ?? [];
  const range: Bytes = { kind: 'bytes', start: Number(first), end: Number(last) + 1, total: Number(total) };
  return lengthBytes === range.end - range.start && range.end <= range.total ? range : null;
}

function incomplete(session: Session): Response {
  const received = receivedOf(session);
  const headers = received === 0 ? undefined : { range: `bytes=0-${received - 1}` };
  return new Response(null, { status: 308, ...(headers && { headers }) });
}

function completed(store: SandboxStore, { videoId, part }: Session): Response {
  const post = store.find('YOUTUBE', videoId ?? '');
  const video = post === undefined ? null : videoResource(store, post, part);
  return video === null ? notFound('notFound', 'upload session') : Response.json(video);
}

async function receivePiece(
  call: YouTubeCall,
  id: string,
  session: Session,
  range: Bytes,
): Promise<Response> {
  const { c, store, uploads } = call;
  const file = newFile();
  const arriving = untilCut(bodyOf(call, c));
  const { sizeBytes, edges } = await uploads.files.receive(file, arriving.bytes, videoBytesMax);
  const marks = range.start === 0 ? marksIn(`${session.marks} ${edges}`) : session.marks;
  const withPiece = (bytes: number): Session => ({
    ...session,
    marks,
    pieces: [...session.pieces, { file, sizeBytes: bytes }],
  });
  const latest = readSession(store, id);
  // Another request has sent the same bytes in the meantime.
  if (latest === undefined || receivedOf(latest) !== range.start) {
    uploads.files.delete(file);
    if (latest === undefined) return notFound('notFound', 'upload session');
    return latest.videoId === null ? incomplete(latest) : completed(store, latest);
  }
  if (arriving.wasCut()) {
    // Bytes that arrived before the connection broke are kept, in whole units.
    const keptBytes = Math.floor(sizeBytes / unitBytes) * unitBytes;
    if (keptBytes > 0) store.setObject(sessionKey(id), withPiece(keptBytes));
    return hangUp(c);
  }
  const fault = uploadFault(call, { text: marks, key: id });
  if (fault !== null) return fault;
  const next = withPiece(sizeBytes);
  if (range.end === session.sizeBytes) return finish(call, id, next);
  store.setObject(sessionKey(id), next);
  return incomplete(next);
}

/** Passes on the bytes that arrive before a connection breaks, and reports whether it did. */
function untilCut(body: AsyncIterable<Uint8Array>): {
  bytes: AsyncIterable<Uint8Array>;
  wasCut: () => boolean;
} {
  let wasCut = false;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch {
      wasCut = true;
    }
  }
  return { bytes: bytes(), wasCut: () => wasCut };
}

/** Publishes the video, unless a mark prevents that, because the last byte has arrived. */
async function finish(call: YouTubeCall, id: string, session: Session): Promise<Response> {
  const { c, store, uploads, token } = call;
  const { description } = session.metadata.snippet;
  const marks = readMarks(description);
  const goneKey = `session-gone YOUTUBE ${token.accountId} ${description}`;
  if (marks.has('session-gone') && store.isFirst(goneKey)) {
    store.setObject(sessionKey(id), { ...session, forgotten: true });
    return notFound('notFound', 'upload session');
  }
  // The video exists from its last byte on, however long the simulator takes to join the pieces.
  const publishedAt = store.now().toISOString();
  const media = await assemble(call, session);
  const accept = (): Response => {
    // Another request with the last byte may have finished first.
    const latest = readSession(store, id);
    if (latest === undefined) return googleError(404, 'notFound', 'The upload session cannot be found.');
    if (latest.videoId !== null) return completed(store, latest);
    const videoId = publishVideo(store, session, { media, publishedAt });
    const forgotten = marks.has('forget-session');
    const done: Session = { ...session, videoId, forgotten };
    store.setObject(sessionKey(id), done);
    for (const { file } of session.pieces) uploads.files.delete(file);
    if (marks.has('quota-spent')) store.begin(spentKey, quotaSpentMs);
    return forgotten ? hangUp(c) : completed(store, done);
  };
  return answerPublishing(call, { text: description, accept });
}

function publishVideo(
  store: SandboxStore,
  session: Session,
  { media, publishedAt }: { media: StoredMedia | null; publishedAt: string },
): string {
  const { accountId, metadata } = session;
  const marks = readMarks(`${metadata.snippet.description} ${session.marks}`);
  const videoId = newVideoId(store);
  const isVideo = media?.kind === 'VIDEO';
  const readyAtMs = store.now().getTime() + (isVideo ? processingMsOf(store, 'VIDEO', marks) : 0);
  const video = toVideo(metadata, {
    readyAtMs,
    failureReason: !isVideo ? 'invalidFile' : marks.has('processing-failed') ? 'conversion' : null,
    isLocked: marks.has('locked-private'),
  });
  store.publish({
    platform: 'YOUTUBE',
    accountId,
    externalPostId: videoId,
    publishedAt,
    text: metadata.snippet.description,
    extra: video,
    media: isVideo ? [{ mediaId: media.id, altText: null }] : [],
    shown: shownOf(video),
  });
  return videoId;
}

/** Joins the pieces to a video. Null if no platform accepts the bytes. */
async function assemble(call: YouTubeCall, session: Session): Promise<StoredMedia | null> {
  const { files } = call.uploads;
  async function* whole(): AsyncGenerator<Uint8Array> {
    for (const { file, sizeBytes } of session.pieces) {
      yield* files.read(file, { start: 0, end: sizeBytes }) as AsyncIterable<Uint8Array>;
    }
  }
  return receiveMedia(call, { id: newFile(), accountId: session.accountId }, whole(), videoBytesMax);
}
