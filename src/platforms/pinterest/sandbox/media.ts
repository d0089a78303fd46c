import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { jsonOf, type Call } from '../../../sandbox/call.js';
import { readMarks } from '../../../sandbox/marks.js';
import { TooManyBytesError } from '../../../sandbox/media-files.js';
import { retryAfter, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { bodyOf, keepMedia, processingMsOf, uploadFault } from '../../../sandbox/uploads.js';
import { invalid, queryFault, refuse } from './api.js';
import { MalformedFormError, readForm } from './form.js';

const videoBytesMax = 2_000_000_000;
/** A registered video, and its state. */
const videoSchema = z.object({
  accountId: z.string(),
  refreshes: z.number(),
  parameters: z.record(z.string(), z.string()),
  /** The id of the video's bytes. Empty until they have arrived. */
  mediaId: z.string().default(''),
  readyAtMs: z.number().nullable().default(null),
  failed: z.boolean().default(false),
  marks: z.string().default(''),
});
type Video = z.infer<typeof videoSchema>;

const videoKey = (id: string): string => `PINTEREST video ${id}`;
const formKey = (key: string): string => `PINTEREST form ${key}`;

function videoOf(store: SandboxStore, id: string): Video | undefined {
  return videoSchema.safeParse(store.object(videoKey(id))).data;
}

const registerSchema = z.strictObject({ media_type: z.literal('video') });

export async function registerMedia(call: Call): Promise<Response> {
  const { c, store, token, baseUrl } = call;
  const fault = queryFault(c, []);
  if (fault !== null) return fault;
  if (!registerSchema.safeParse(await jsonOf(call)).success) return invalid('media_type.');
  const id = store.newNumericId();
  const key = `uploads/17/4d/be/2:video:${token.accountId}:${id}`;
  const date = store
    .now()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '');
  const secret = (bytes: number): string => randomBytes(bytes).toString('hex');
  const parameters = {
    'x-amz-date': date,
    'x-amz-signature': secret(32),
    'x-amz-security-token': secret(60),
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    key,
    policy: secret(40),
    'x-amz-credential': `SANDBOX/${date.slice(0, 8)}/us-east-1/s3/aws4_request`,
    'Content-Type': 'multipart/form-data',
  };
  store.setObject(videoKey(id), { ...token, parameters });
  store.setObject(formKey(key), { id });
  return Response.json(
    { media_id: id, media_type: 'video', upload_url: `${baseUrl}/uploads`, upload_parameters: parameters },
    { status: 201 },
  );
}

const storageRefuses = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`, {
    status,
    headers: { 'content-type': 'application/xml', ...headers },
  });

/**
 * POST of the storage service. The form must have exactly the issued parameters, the file last, and no second
 * signature.
 */
export async function receiveForm(c: Context<SandboxEnv>, parts: SimulatorParts): Promise<Response> {
  const { store, platform, uploads } = parts;
  store.countCall(platform, 'uploadForm');
  if (c.req.header('authorization') !== undefined) return storageRefuses(400, 'InvalidArgument');
  try {
    const { fields, file } = await readForm(c.req.header('content-type'), bodyOf(parts, c));
    const id = z.object({ id: z.string() }).safeParse(store.object(formKey(fields['key'] ?? ''))).data?.id;
    const video = videoOf(store, id ?? '');
    if (id === undefined || video === undefined || !isSigned(video, fields)) {
      return storageRefuses(403, 'AccessDenied');
    }
    const mediaId = `pin-${id}`;
    const received = await uploads.files.receive(mediaId, file, videoBytesMax);
    const marks = readMarks(received.edges);
    const fault = storageFault(c, parts, video, received.edges);
    if (fault !== null) {
      uploads.files.delete(mediaId);
      return fault;
    }
    const media = keepMedia(parts, { id: mediaId, accountId: video.accountId }, received);
    store.setObject(videoKey(id), {
      ...video,
      mediaId: media === null ? '' : mediaId,
      readyAtMs: store.now().getTime() + processingMsOf(store, 'VIDEO', marks),
      failed: media?.kind !== 'VIDEO' || marks.has('processing-failed'),
      marks: media?.marks ?? '',
    });
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof TooManyBytesError) return storageRefuses(400, 'EntityTooLarge');
    if (error instanceof MalformedFormError) return storageRefuses(400, 'MalformedPOSTRequest');
    throw error;
  }
}

function isSigned({ parameters }: Video, fields: Record<string, string>): boolean {
  const names = Object.keys(parameters);
  return (
    names.length === Object.keys(fields).length && names.every((name) => fields[name] === parameters[name])
  );
}

/** The mark for an expired token. The storage accepts no token, so the next call to Pinterest reports it. */
const tokenMark = /\[sandbox:upload-expired-token\]/g;

function storageFault(
  c: Context<SandboxEnv>,
  parts: SimulatorParts,
  token: SandboxToken,
  edges: string,
): Response | null {
  const storage = {
    expiredToken: () => storageRefuses(403, 'AccessDenied'),
    rateLimit: () => storageRefuses(503, 'SlowDown', retryAfter),
  };
  // The bytes identify a repeat, because each attempt has its own id.
  const marked = { text: edges.replaceAll(tokenMark, ''), key: edges };
  return uploadFault({ ...parts, c, token, dialect: storage }, marked);
}

export function readMedia(call: Call): Response {
  const { c, store, token } = call;
  const fault = queryFault(c, []);
  if (fault !== null) return fault;
  const id = c.req.param('id') ?? '';
  const video = videoOf(store, id);
  if (video?.accountId !== token.accountId) return refuse(404, 5, 'Media not found.');
  const expired = uploadFault(call, { text: (video.marks.match(tokenMark) ?? []).join(''), key: id });
  return (
    expired ?? Response.json({ media_id: id, media_type: 'video', status: statusOf(video, store.now()) })
  );
}

function statusOf({ readyAtMs, failed }: Video, now: Date): string {
  if (readyAtMs === null) return 'registered';
  if (readyAtMs > now.getTime()) return 'processing';
  return failed ? 'failed' : 'succeeded';
}

/** The media id of the video of a pin that is being created; null if the video may not be shown. */
export function takeVideo({ store, token }: Call, id: string): string | null {
  const video = videoOf(store, id);
  const isReady = video?.accountId === token.accountId && statusOf(video, store.now()) === 'succeeded';
  return isReady ? video.mediaId : null;
}
