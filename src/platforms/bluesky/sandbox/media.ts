import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { AccessReader } from './access.js';
import { expiredToken, xrpcError } from './errors.js';
import { rawCidOf } from './ids.js';
import { quoteEmbedSchema } from './records.js';
import { readMarks } from '../../../sandbox/marks.js';
import { ifTooLarge } from '../../../sandbox/media-files.js';
import type { Dialect, SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { ShownMedia, StoredMedia } from '../../../sandbox/store.js';
import { readAccessToken, readBearer, isDead, type SandboxToken } from '../../../sandbox/tokens.js';
import { bodyOf, processingMsOf, receiveMedia, uploadFault } from '../../../sandbox/uploads.js';

const imageBytesMax = 2_000_000;
const blobBytesMax = 50_000_000;
const thumbBytesMax = 1_000_000;
const videoBytesMax = 300_000_000;
const jobsMax = 10_000;

export interface BlueskyParts extends SimulatorParts {
  access: AccessReader;
  dialect: Dialect;
}

interface Job {
  jobId: string;
  accountId: string;
  media: StoredMedia;
  readyAtMs: number;
  failed: boolean;
}

/** Adds the routes of the account's server for blobs, and those of the video service, under one URL. */
export function addBlueskyMedia(app: Hono<SandboxEnv>, parts: BlueskyParts): void {
  const { access } = parts;
  const jobs = new Map<string, Job>();
  app.post('/xrpc/com.atproto.repo.uploadBlob', async (c) => {
    const token = access.read(c);
    if (token instanceof Response) return token;
    const mime = c.req.header('content-type') ?? '';
    const received = await receive(c, parts, token, mime.startsWith('image/') ? imageBytesMax : blobBytesMax);
    return received instanceof Response ? received : Response.json({ blob: blobOf(received) });
  });
  app.get('/xrpc/com.atproto.server.getServiceAuth', (c) => {
    const token = access.readLiving(c);
    if (token instanceof Response) return token;
    const { aud = '', lxm = '' } = c.req.query();
    if (!aud.startsWith('did:web:')) return xrpcError(400, 'InvalidRequest', 'Params must have a valid aud');
    return c.json({ token: `${servicePrefix}${lxm}:${token.accountId}~${token.refreshes}` });
  });
  addVideoRoutes(app, parts, jobs);
}

const servicePrefix = 'sandbox-service:';

function readServiceToken(c: Context<SandboxEnv>, lxm: string): SandboxToken | null {
  const text = readBearer(c.req.header('authorization')) ?? '';
  const prefix = `${servicePrefix}${lxm}:`;
  return text.startsWith(prefix) ? readAccessToken(`sandbox:${text.slice(prefix.length)}`) : null;
}

function addVideoRoutes(app: Hono<SandboxEnv>, parts: BlueskyParts, jobs: Map<string, Job>): void {
  const { store } = parts;
  app.get('/xrpc/app.bsky.video.getUploadLimits', (c) => {
    const token = readServiceToken(c, 'app.bsky.video.getUploadLimits');
    if (token === null) return xrpcError(401, 'AuthMissing', 'Authentication Required');
    return c.json({ canUpload: true, remainingDailyVideos: 25, remainingDailyBytes: 10_000_000_000 });
  });
  app.post('/xrpc/app.bsky.video.uploadVideo', async (c) => {
    // The service stores the video in the account's repository, and gets permission only for that.
    const token = readServiceToken(c, 'com.atproto.repo.uploadBlob');
    if (token === null || token.accountId !== c.req.query('did')) {
      return xrpcError(401, 'AuthMissing', 'Authentication Required');
    }
    const media = await receive(c, parts, token, videoBytesMax);
    if (media instanceof Response) return media;
    if (media.kind !== 'VIDEO') return xrpcError(400, 'InvalidRequest', 'Only videos are supported.');
    const known = [...jobs.values()].find(
      ({ accountId, media: { sha256 } }) => accountId === token.accountId && sha256 === media.sha256,
    );
    if (known !== undefined) {
      return Response.json({ ...statusOf(parts, known), error: 'already_exists' }, { status: 409 });
    }
    const marks = readMarks(media.marks);
    const job: Job = {
      jobId: randomUUID(),
      accountId: token.accountId,
      media,
      readyAtMs: store.now().getTime() + processingMsOf(store, 'VIDEO', marks),
      failed: marks.has('processing-failed'),
    };
    jobs.set(job.jobId, job);
    for (const oldest of [...jobs.keys()].slice(0, Math.max(0, jobs.size - jobsMax))) jobs.delete(oldest);
    return Response.json(statusOf(parts, job));
  });
  app.get('/xrpc/app.bsky.video.getJobStatus', (c) => {
    const job = jobs.get(c.req.query('jobId') ?? '');
    return job === undefined
      ? xrpcError(400, 'InvalidRequest', 'Job not found')
      : Response.json({ jobStatus: statusOf(parts, job) });
  });
}

function statusOf({ store }: BlueskyParts, { jobId, accountId: did, media, readyAtMs, failed }: Job): object {
  if (readyAtMs > store.now().getTime()) return { jobId, did, state: 'JOB_STATE_ENCODING', progress: 50 };
  if (failed) return { jobId, did, state: 'JOB_STATE_FAILED', error: 'The sandbox could not process it.' };
  return { jobId, did, state: 'JOB_STATE_COMPLETED', blob: blobOf(media) };
}

async function receive(
  c: Context<SandboxEnv>,
  parts: BlueskyParts,
  token: SandboxToken,
  bytesMax: number,
): Promise<StoredMedia | Response> {
  const owner = { id: `b-${randomUUID()}`, accountId: token.accountId };
  if (isDead(parts, token)) return expiredToken();
  const media = await receiveMedia(parts, owner, bodyOf(parts, c), bytesMax).catch(ifTooLarge('too large'));
  if (media === 'too large') {
    return xrpcError(400, 'BlobTooLarge', `This file is too large. The limit is ${bytesMax}.`);
  }
  if (media === null) return xrpcError(400, 'InvalidMimeType', 'The type of the file is not supported.');
  return uploadFault({ ...parts, c, token }, { text: media.marks, key: media.sha256 }) ?? media;
}

function blobOf({ sha256, mime, sizeBytes }: StoredMedia): object {
  return { $type: 'blob', ref: { $link: rawCidOf(sha256) }, mimeType: mime, size: sizeBytes };
}

function mediaOf({ store, platform }: BlueskyParts, accountId: string, cid: string): StoredMedia | undefined {
  return store
    .uploads()
    .media.find(
      (media) =>
        media.platform === platform && media.accountId === accountId && rawCidOf(media.sha256) === cid,
    );
}

const blobSchema = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string() }),
  mimeType: z.string(),
  size: z.number().int(),
});
const aspectRatio = z.object({ width: z.number().int().min(1), height: z.number().int().min(1) }).optional();
const imagesSchema = z.object({
  $type: z.literal('app.bsky.embed.images'),
  images: z
    .array(z.object({ image: blobSchema, alt: z.string(), aspectRatio }))
    .min(1)
    .max(4),
});
const videoSchema = z.object({
  $type: z.literal('app.bsky.embed.video'),
  video: blobSchema,
  alt: z.string().optional(),
  aspectRatio,
});
const externalSchema = z.object({
  $type: z.literal('app.bsky.embed.external'),
  external: z.object({
    uri: z.url({ protocol: /^https?$/ }),
    title: z.string(),
    description: z.string(),
    thumb: blobSchema.optional(),
  }),
});
const shownSchema = z.discriminatedUnion('$type', [imagesSchema, videoSchema, externalSchema]);
const embedSchema = z.discriminatedUnion('$type', [
  ...shownSchema.options,
  quoteEmbedSchema,
  z.object({
    $type: z.literal('app.bsky.embed.recordWithMedia'),
    record: quoteEmbedSchema,
    media: shownSchema,
  }),
]);
type Embed = z.infer<typeof embedSchema>;

interface EmbeddedBlob {
  blob: z.infer<typeof blobSchema>;
  alt: string | null;
  type: string;
  bytesMax?: number;
}

function blobsOf(embed: Embed): EmbeddedBlob[] {
  switch (embed.$type) {
    case 'app.bsky.embed.images':
      return embed.images.map(({ image, alt }) => ({ blob: image, alt, type: 'image/' }));
    case 'app.bsky.embed.video':
      return [{ blob: embed.video, alt: embed.alt ?? null, type: 'video/mp4' }];
    case 'app.bsky.embed.external': {
      const { thumb } = embed.external;
      return thumb === undefined ? [] : [{ blob: thumb, alt: null, type: 'image/', bytesMax: thumbBytesMax }];
    }
    case 'app.bsky.embed.record':
      return [];
    case 'app.bsky.embed.recordWithMedia':
      return blobsOf(embed.media);
  }
}

/** The media of a record that is being created, with the checks of the lexicon and the server. */
export function readEmbed(parts: BlueskyParts, accountId: string, embed: unknown): ShownMedia[] | Response {
  if (embed === undefined) return [];
  const parsed = embedSchema.safeParse(embed).data;
  if (parsed === undefined)
    return xrpcError(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: embed');
  const shown: ShownMedia[] = [];
  for (const { blob, alt, type, bytesMax = Infinity } of blobsOf(parsed)) {
    const media = mediaOf(parts, accountId, blob.ref.$link);
    if (media === undefined) return xrpcError(400, 'BlobNotFound', `Could not find blob: ${blob.ref.$link}`);
    const isAsDeclared =
      blob.mimeType.startsWith(type) && media.mime === blob.mimeType && media.sizeBytes === blob.size;
    if (!isAsDeclared || blob.size > bytesMax)
      return xrpcError(400, 'InvalidMimeType', `Referenced blob does not match: ${blob.ref.$link}`);
    shown.push({ mediaId: media.id, altText: alt });
  }
  return shown;
}
