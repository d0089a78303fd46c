import type { Context } from 'hono';
import { z } from 'zod';
import { jsonOf, type Call } from '../../../sandbox/call.js';
import { marksIn, readMarks } from '../../../sandbox/marks.js';
import { answerPublishing, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { bodyOf, keepMedia, uploadFault } from '../../../sandbox/uploads.js';
import { isCapSpent, levelsOf, spendCap } from './accounts.js';
import { fail, invalid, markedError, ok, uploadDialect } from './dialect.js';
import { shownOf, videoInfoSchema } from './post-info.js';
import { complete, newPublish, platform, readPublish, writePublish, type Publish } from './publishes.js';

const MiB = 1024 * 1024;
const chunkBytesMin = 5 * MiB;
const chunkBytesMax = 64_000_000;
const lastChunkBytesMax = 128_000_000;
const chunksMax = 1_000;
const videoBytesMax = 4_000_000_000;
const uploadLifeMs = 60 * 60 * 1000;

const sourceSchema = z.strictObject({
  source: z.literal('FILE_UPLOAD'),
  video_size: z.int().min(1).max(videoBytesMax),
  chunk_size: z.int().min(1),
  total_chunk_count: z.int().min(1).max(chunksMax),
});
const directSchema = z.strictObject({ post_info: videoInfoSchema, source_info: sourceSchema });
const draftSchema = z
  .strictObject({ source_info: sourceSchema })
  .transform(({ source_info }) => ({ source_info, post_info: null }));

/** Starts an upload. The post is created with its last chunk. */
export async function initVideo(call: Call, isDraft: boolean): Promise<Response> {
  const { store, token, baseUrl } = call;
  const body = await jsonOf(call);
  const input = (isDraft ? draftSchema : directSchema).safeParse(body).data;
  if (input === undefined) return invalid('The request is not as it is documented.');
  const { source_info: source, post_info: info } = input;
  if (!areChunksLawful(source)) return invalid('The total chunk count is invalid.');
  if (isCapSpent(store, token)) {
    return fail(403, isDraft ? 'spam_risk_too_many_pending_share' : 'spam_risk_too_many_posts');
  }
  if (info !== null && !levelsOf(token).includes(info.privacy_level)) {
    return fail(403, 'privacy_level_option_mismatch');
  }
  const text = info?.title ?? '';
  const marks = readMarks(text);
  const refusal = markedError((mark) => marks.has(mark));
  if (refusal !== null) return refusal;
  const accept = (): Response => {
    const publish = newPublish(store, {
      token,
      medium: 'VIDEO',
      isDraft,
      text,
      title: '',
      isPublic: info?.privacy_level === 'PUBLIC_TO_EVERYONE',
      shown: info === null ? { Draft: 'in the inbox of the account' } : shownOf(info),
    });
    const uploadToken = crypto.randomUUID();
    writePublish(store, {
      ...publish,
      upload: {
        token: uploadToken,
        totalBytes: source.video_size,
        chunkBytes: source.chunk_size,
        chunkCount: source.total_chunk_count,
        uploadedBytes: 0,
        expiresAtMs: store.now().getTime() + uploadLifeMs,
      },
    });
    const query = new URLSearchParams({ upload_id: publish.id, upload_token: uploadToken }).toString();
    return ok({ publish_id: publish.id, upload_url: `${baseUrl}/upload/video/?${query}` });
  };
  return answerPublishing(call, { text: withMarks(text, earlyMarks), accept });
}

/** The marks that take effect when an upload starts. The others take effect with its last byte. */
const earlyMarks = new Set(['reject', 'rate-limit', 'expired-token', 'revoked-token']);

function withMarks(text: string, wanted: ReadonlySet<string> | 'LATE'): string {
  return text.replaceAll(/\[sandbox:([a-z0-9-]+)(?:=\d+)?\]/g, (mark, name: string) =>
    (wanted === 'LATE' ? !earlyMarks.has(name) : wanted.has(name)) ? mark : '',
  );
}

function areChunksLawful({
  video_size: size,
  chunk_size: chunk,
  total_chunk_count: count,
}: z.infer<typeof sourceSchema>): boolean {
  if (size < chunkBytesMin) return chunk === size && count === 1;
  const isLawful = chunk >= chunkBytesMin && chunk <= chunkBytesMax && count === Math.floor(size / chunk);
  return isLawful && size - chunk * (count - 1) <= lastChunkBytesMax;
}

const videoTypes = new Set(['video/mp4', 'video/quicktime', 'video/webm']);
const rangePattern = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/;

type Upload = NonNullable<Publish['upload']>;

/** Receives a chunk. Only the URL authorizes the upload, not a token. */
export async function putChunk(c: Context<SandboxEnv>, parts: SimulatorParts): Promise<Response> {
  const { store, uploads } = parts;
  store.countCall(platform, 'uploadChunk');
  const publish = readPublish(store, c.req.query('upload_id') ?? '');
  const upload = publish?.upload;
  if (publish === undefined || !upload || upload.token !== c.req.query('upload_token')) return empty(404);
  if (upload.expiresAtMs <= store.now().getTime()) return empty(403);
  const [, first, last, total] = rangePattern.exec(c.req.header('content-range') ?? '') ?? [];
  const [start, end] = [Number(first), Number(last) + 1];
  const isWellFormed =
    c.req.header('authorization') === undefined &&
    videoTypes.has(c.req.header('content-type') ?? '') &&
    first !== undefined &&
    c.req.header('content-length') === String(end - start) &&
    Number(total) === upload.totalBytes;
  if (!isWellFormed) return empty(400);
  if (start !== upload.uploadedBytes) return empty(416, upload);
  const isLast = start === upload.chunkBytes * (upload.chunkCount - 1);
  if (end !== (isLast ? upload.totalBytes : start + upload.chunkBytes)) return empty(400);
  const received = await uploads.files.receive(
    chunkName(publish, start),
    bodyOf(parts, c),
    lastChunkBytesMax,
  );
  const marked = { ...publish, marks: marksIn(`${publish.marks} ${received.edges}`) };
  const uploader = { ...parts, c, token: tokenOf(publish), dialect: uploadDialect };
  const fault = faultOf(uploader, marked, isLast);
  if (fault !== null) return fault;
  // Another request may have sent the same chunk in the meantime.
  const now = readPublish(store, publish.id)?.upload;
  if (now?.uploadedBytes !== start) return empty(416, now ?? upload);
  const next: Publish = { ...marked, upload: { ...now, uploadedBytes: end } };
  if (isLast) return takeLast(uploader, next, start);
  writePublish(store, next);
  return empty(206, next.upload);
}

function faultOf(call: Call, publish: Publish, isLast: boolean): Response | null {
  const { id: key, accountId, marks: text } = publish;
  const hasExpired = isLast && readMarks(`${text} ${publish.text}`).has('upload-url-expired');
  // The mark takes effect once per text: the next upload with the text succeeds.
  if (hasExpired && call.store.isFirst(`upload-url-expired ${platform} ${accountId} ${publish.text}`)) {
    return empty(403);
  }
  return uploadFault(call, { text, key });
}

const tokenOf = ({ accountId, refreshes }: Publish): SandboxToken => ({ accountId, refreshes });
const chunkName = ({ postId }: Publish, start: number): string => `tp-${postId}-${start}`;

/** Creates the post, because all bytes have arrived. */
async function takeLast(call: Call, publish: Publish, lastStart: number): Promise<Response> {
  const { store, token, uploads } = call;
  const { files } = uploads;
  const { chunkBytes = 0 } = publish.upload ?? {};
  const chunks = Array.from({ length: Math.round(lastStart / chunkBytes) + 1 }, (_, index) =>
    chunkName(publish, index * chunkBytes),
  );
  const mediaId = `tp-${publish.postId}`;
  const received = await files.receive(mediaId, files.readAll(chunks), videoBytesMax);
  const accept = (): Response => {
    if (readPublish(store, publish.id)?.upload?.uploadedBytes !== lastStart) {
      return empty(416, publish.upload);
    }
    const media = keepMedia(call, { id: mediaId, accountId: publish.accountId }, received);
    for (const chunk of chunks) files.delete(chunk);
    const failReason = media?.kind === 'VIDEO' ? null : 'file_format_check_failed';
    complete(store, publish, [{ mediaId, altText: null }], failReason);
    if (readMarks(publish.text).has('quota-spent')) spendCap(store, token);
    return empty(201, publish.upload);
  };
  return answerPublishing(call, { text: withMarks(publish.text, 'LATE'), accept });
}

/** A response without a body. A header contains the progress of the upload. */
function empty(status: number, upload: Upload | null = null): Response {
  const { uploadedBytes = 0, totalBytes = 0 } = upload ?? {};
  const headers: Record<string, string> =
    uploadedBytes === 0 ? {} : { 'content-range': `bytes 0-${uploadedBytes - 1}/${totalBytes}` };
  return new Response(null, { status, headers });
}
