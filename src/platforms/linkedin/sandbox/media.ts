import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { jsonOf, readBearerToken, type Register } from '../../../sandbox/call.js';
import { marksIn, readMarks } from '../../../sandbox/marks.js';
import { ifTooLarge } from '../../../sandbox/media-files.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { ShownMedia, StoredMedia } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import {
  bodyOf,
  bufferOf,
  documentTypes,
  joinMedia,
  processingMsOf,
  receiveMedia,
  uploadFault,
} from '../../../sandbox/uploads.js';
import { denied, dialect, expiredToken, invalid, notFound, refusal } from './answers.js';
import { actingAs } from './grants.js';
import { mayRead, type LinkedInCall } from './parts.js';
import type { LinkedInSide } from './simulated-accounts.js';

const MiB = 1024 * 1024;
const partBytes = 4 * MiB;
const imageBytesMax = 50 * MiB;
const documentBytesMax = 100 * 1_000_000;
const videoBytesMax = 500 * 1_000_000;
const addressLifeMs = 60 * 60 * 1000;

const assetSchema = z.object({
  urn: z.string(),
  kind: z.enum(['image', 'video', 'document']),
  accountId: z.string(),
  /** How often the token that started the upload had been refreshed. Requests with parts carry no token. */
  refreshes: z.number(),
  sizeBytes: z.number(),
  uploadToken: z.string(),
  /** The tag of each part that has arrived; null if it has not. */
  tags: z.array(z.string().nullable()),
  expiresAtMs: z.number(),
  marks: z.string(),
  /** The time at which processing ends. Null until the upload has ended. */
  readyAtMs: z.number().nullable(),
  failed: z.boolean(),
});
type Asset = z.infer<typeof assetSchema>;

/** Adds the Images API, the Documents API and the Videos API. */
export function addMedia(app: Hono<SandboxEnv>, on: Register<LinkedInCall>, side: LinkedInSide): void {
  on('POST', '/images', 'imagesInitialize', (call) => initialize(call, 'image'));
  app.put('/dms-uploads/image/:id', (c) => putWhole(c, side, 'image'));
  on('GET', '/images/:urn', 'imageStatus', (call) => (mayRead(call) ? status(call) : denied('images')));
  on('POST', '/documents', 'documentsInitialize', (call) => initialize(call, 'document'));
  app.put('/dms-uploads/document/:id', (c) => putWhole(c, side, 'document'));
  on('GET', '/documents/:urn', 'documentStatus', (call) =>
    mayRead(call) ? status(call) : denied('documents'),
  );
  on('POST', '/videos', 'videos', (call) => {
    const action = call.c.req.query('action');
    if (action === 'initializeUpload') return initializeVideo(call);
    return action === 'finalizeUpload' ? finalize(call) : invalid('Unknown action.');
  });
  app.put('/dms-uploads/video/:id/:part', (c) => putPart(c, side));
  on('GET', '/videos/:urn', 'videoStatus', status);
}

const keyOf = ({ platform }: LinkedInSide, urn: string): string => `${platform} asset ${urn}`;
const idOf = (urn: string): string => urn.replace(/^.*:/, '');
const mediaIdOf = (urn: string): string => `linkedin-${idOf(urn)}`;
const partName = (urn: string, part: number): string => `linkedin-${idOf(urn)}-${part}`;

function find(side: LinkedInSide, urn: string): Asset | undefined {
  return assetSchema.safeParse(side.store.object(keyOf(side, urn))).data;
}

function save(side: LinkedInSide, asset: Asset): void {
  side.store.setObject(keyOf(side, asset.urn), asset);
}

/** The kinds that are uploaded in one piece. */
type Whole = 'image' | 'document';

const wholeSchema = z.strictObject({ initializeUploadRequest: z.strictObject({ owner: z.string() }) });

async function initialize(call: LinkedInCall, kind: Whole): Promise<Response> {
  const input = wholeSchema.safeParse(await jsonOf(call)).data?.initializeUploadRequest;
  if (call.c.req.query('action') !== 'initializeUpload' || input === undefined)
    return invalid('initializeUploadRequest with an owner is required.');
  const token = actingAs(call, call.token, input.owner);
  if (token === null) return denied('the owner');
  const asset = begin(call, token, kind, { sizeBytes: 0, parts: 1 });
  return Response.json({
    value: {
      uploadUrl: `${call.baseUrl}/dms-uploads/${kind}/${idOf(asset.urn)}`,
      uploadUrlExpiresAt: asset.expiresAtMs,
      [kind]: asset.urn,
    },
  });
}

const videoSchema = z.strictObject({
  initializeUploadRequest: z.strictObject({
    owner: z.string(),
    fileSizeBytes: z.number().int().min(1).max(videoBytesMax),
    uploadCaptions: z.literal(false),
    uploadThumbnail: z.literal(false),
  }),
});

async function initializeVideo(call: LinkedInCall): Promise<Response> {
  const input = videoSchema.safeParse(await jsonOf(call)).data?.initializeUploadRequest;
  if (input === undefined) return invalid('initializeUploadRequest is not as described.');
  const token = actingAs(call, call.token, input.owner);
  if (token === null) return denied('the owner');
  const sizeBytes = input.fileSizeBytes;
  const asset = begin(call, token, 'video', { sizeBytes, parts: Math.ceil(sizeBytes / partBytes) });
  const uploadInstructions = asset.tags.map((_, part) => ({
    uploadUrl: `${call.baseUrl}/dms-uploads/video/${idOf(asset.urn)}/${part}`,
    firstByte: part * partBytes,
    lastByte: Math.min((part + 1) * partBytes, sizeBytes) - 1,
  }));
  return Response.json({
    value: {
      uploadUrlsExpireAt: asset.expiresAtMs,
      video: asset.urn,
      uploadInstructions,
      uploadToken: asset.uploadToken,
      thumbnailUploadUrl: '',
    },
  });
}

function begin(
  side: LinkedInSide,
  { accountId, refreshes }: SandboxToken,
  kind: Asset['kind'],
  { sizeBytes, parts }: { sizeBytes: number; parts: number },
): Asset {
  const { store } = side;
  const id = store.newNumericId();
  const asset: Asset = {
    urn: `urn:li:${kind}:${id}`,
    kind,
    accountId,
    refreshes,
    sizeBytes,
    uploadToken: kind === 'video' ? `token-${id}` : '',
    tags: Array.from({ length: parts }, () => null),
    expiresAtMs: store.now().getTime() + addressLifeMs,
    marks: '',
    readyAtMs: null,
    failed: false,
  };
  save(side, asset);
  return asset;
}

/** Receives an image or a document. Its URL requires the account's token, and accepts one upload. */
async function putWhole(c: Context<SandboxEnv>, side: LinkedInSide, kind: Whole): Promise<Response> {
  const { store, platform } = side;
  store.countCall(platform, `${kind}Upload`);
  const shown = readBearerToken(c);
  if (shown === null) return expiredToken();
  const asset = find(side, `urn:li:${kind}:${c.req.param('id') ?? ''}`);
  const token = asset === undefined ? null : actingAs(side, shown, asset.accountId);
  if (asset === undefined || token === null) return notFound('The upload is not known.');
  const isOpen = asset.readyAtMs === null && asset.expiresAtMs > store.now().getTime();
  if (!isOpen) return refusal(400, 'BAD_REQUEST', 'The upload URL has been used or has expired.');
  const owner = { id: mediaIdOf(asset.urn), accountId: token.accountId };
  const { bytesMax, types } = wholes[kind];
  const media = await receiveMedia(side, owner, bodyOf(side, c), bytesMax, types).catch(
    ifTooLarge('too large'),
  );
  if (media === 'too large') return refusal(413, 'PAYLOAD_TOO_LARGE', `The ${kind} is too large.`);
  if (media === null || media.kind === 'VIDEO')
    return invalid(`The file is not one that LinkedIn accepts as ${kind}.`);
  const fault = uploadFault({ ...side, c, token, dialect }, { text: media.marks, key: asset.urn });
  if (fault !== null) return fault;
  end(side, { ...asset, marks: media.marks }, media.kind);
  return new Response(null, { status: 201 });
}

const wholes = {
  image: { bytesMax: imageBytesMax, types: undefined },
  document: { bytesMax: documentBytesMax, types: documentTypes },
} as const;

/** Receives a part of a video. The part's URL is signed, so a token with it is rejected, as on the real storage. */
async function putPart(c: Context<SandboxEnv>, side: LinkedInSide): Promise<Response> {
  const { store, uploads, platform } = side;
  store.countCall(platform, 'videoPart');
  if (c.req.header('authorization') !== undefined)
    return refusal(400, 'BAD_REQUEST', 'Only one authentication mechanism is allowed.');
  const asset = find(side, `urn:li:video:${c.req.param('id') ?? ''}`);
  const part = Number(c.req.param('part'));
  if (asset === undefined || asset.tags[part] === undefined) return notFound('The upload is not known.');
  const isOpen = asset.readyAtMs === null && asset.expiresAtMs > store.now().getTime();
  if (!isOpen) return refusal(403, 'FORBIDDEN', 'The upload URL has expired.');
  const bytes = await bufferOf(bodyOf(side, c), partBytes);
  const wanted = Math.min(partBytes, asset.sizeBytes - part * partBytes);
  if (bytes?.length !== wanted) return invalid('The part does not have the expected length.');
  const marks = marksIn(`${asset.marks} ${bytes.toString('latin1')}`);
  const { urn: key } = asset;
  // A signed URL does not expire with the token.
  const text = marks.replaceAll('[sandbox:upload-expired-token]', '');
  const fault = uploadFault({ ...side, c, token: asset, dialect }, { text, key });
  if (fault !== null) return fault;
  await uploads.files.receive(partName(key, part), Readable.from([bytes]), partBytes);
  const tag = createHash('md5').update(bytes).digest('hex');
  // Another part may have arrived in the meantime.
  const latest = find(side, key) ?? asset;
  save(side, { ...latest, marks, tags: latest.tags.with(part, tag) });
  return new Response(null, { status: 200, headers: { etag: `"${tag}"` } });
}

const finalizeSchema = z.strictObject({
  finalizeUploadRequest: z.strictObject({
    video: z.string(),
    uploadToken: z.string(),
    uploadedPartIds: z.array(z.string()).min(1),
  }),
});

async function finalize(call: LinkedInCall): Promise<Response> {
  const input = finalizeSchema.safeParse(await jsonOf(call)).data?.finalizeUploadRequest;
  if (input === undefined) return invalid('finalizeUploadRequest is not as described.');
  const asset = find(call, input.video);
  const token = asset === undefined ? null : actingAs(call, call.token, asset.accountId);
  if (asset === undefined || token === null) return denied('the video');
  // The response to a second call is not documented, so assume the worst.
  if (asset.readyAtMs !== null) return invalid('The upload has been finalized.');
  const isWhole = JSON.stringify(input.uploadedPartIds) === JSON.stringify(asset.tags);
  if (!isWhole || input.uploadToken !== asset.uploadToken)
    return invalid('The parts are not those that were uploaded.');
  const { marks: text, urn: key } = asset;
  const fault = uploadFault({ ...call, token }, { text, key });
  if (fault !== null) return fault;
  const owner = { id: mediaIdOf(key), accountId: token.accountId };
  const parts = asset.tags.map((_, part) => partName(key, part));
  const media = await joinMedia(call, owner, parts, videoBytesMax);
  if (media?.kind !== 'VIDEO') return invalid('The file is not a video that LinkedIn accepts.');
  end(call, asset, media.kind);
  return new Response(null, { status: 200 });
}

function end(side: LinkedInSide, asset: Asset, kind: StoredMedia['kind']): void {
  const marks = readMarks(asset.marks);
  const readyAtMs = side.store.now().getTime() + processingMsOf(side.store, kind, marks);
  save(side, { ...asset, readyAtMs, failed: marks.has('processing-failed') });
}

type Status = 'WAITING_UPLOAD' | 'PROCESSING' | 'PROCESSING_FAILED' | 'AVAILABLE';

function statusOf({ store }: LinkedInSide, { readyAtMs, failed }: Asset): Status {
  if (readyAtMs === null) return 'WAITING_UPLOAD';
  if (readyAtMs > store.now().getTime()) return 'PROCESSING';
  return failed ? 'PROCESSING_FAILED' : 'AVAILABLE';
}

function status(call: LinkedInCall): Response {
  const asset = find(call, call.c.req.param('urn') ?? '');
  if (asset === undefined) return notFound('The asset is not known.');
  if (actingAs(call, call.token, asset.accountId) === null) return denied('the asset');
  const known = statusOf(call, asset);
  const why = known === 'PROCESSING_FAILED' ? { processingFailureReason: 'The sandbox could not.' } : {};
  return Response.json({ id: asset.urn, owner: asset.accountId, status: known, ...why });
}

export interface NamedMedia {
  id: string;
  altText?: string | undefined;
}

/** The media of a post that is being created, or the error if they cannot be posted. */
export function takeMedia(
  side: LinkedInSide,
  accountId: string,
  named: readonly NamedMedia[],
): ShownMedia[] | Response {
  for (const { id } of named) {
    const asset = find(side, id);
    if (asset?.accountId !== accountId) return invalid(`${id} is not found, or is not the author's.`);
    const known = statusOf(side, asset);
    if (known === 'PROCESSING')
      return refusal(422, 'UNPROCESSABLE_ENTITY', `${id} is still being processed.`);
    if (known !== 'AVAILABLE') return invalid(`${id} cannot be posted: ${known}`);
  }
  return named.map(({ id, altText = null }) => ({ mediaId: mediaIdOf(id), altText }));
}
