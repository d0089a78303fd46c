import { z } from 'zod';
import { isSuccess, readAnswer, readSuccess, successOf, type PlatformAnswer } from '../kit/call.js';
import { mediaRejected, notUploaded, wholeOf, type UploadMeter } from '../kit/media-upload.js';
import { PlatformFailed, type PlatformFailure } from '../kit/failure.js';
import type { PublicationMedia } from '../kit/platform.js';
import type { BlueskySession } from './context.js';
import type { BlueskyUpload } from './record.js';
import { blobSchema, type Blob } from './refs.js';
import { askServer, xrpc, xrpcFailure, type XrpcAccess } from './xrpc.js';

/** The life of an upload token. With it, the service stores the video in the account's repository, perhaps later. */
const uploadGrantSeconds = 30 * 60;
const limitsGrantSeconds = 60;
/** The wait after a daily limit. The limits reset at midnight in an undocumented time zone. */
const dailyLimitWaitMs = 60 * 60 * 1000;

const jobSchema = z.object({
  jobId: z.string().min(1),
  state: z.string(),
  blob: blobSchema.nullish(),
  error: z.string().nullish(),
  message: z.string().nullish(),
});
type Job = z.infer<typeof jobSchema>;
/** A job. The lexicon wraps it in `jobStatus`, but the service has also sent it without the wrapper. */
const jobAnswerSchema = z.union([
  z.object({ jobStatus: jobSchema }).transform((a) => a.jobStatus),
  jobSchema,
]);

export interface BlueskyUploading {
  session: BlueskySession;
  access: XrpcAccess;
  meter: UploadMeter;
  signal: AbortSignal;
}

/** Uploads the whole video with one request, because the service cannot resume uploads. */
export async function uploadVideo(
  uploading: BlueskyUploading,
  media: PublicationMedia,
): Promise<BlueskyUpload> {
  await checkLimits(uploading, media);
  const { session, meter, signal } = uploading;
  const pdsHost = new URL(session.baseUrl).host;
  const token = await serviceGrant(uploading, {
    aud: didOfHost(pdsHost),
    lxm: 'com.atproto.repo.uploadBlob',
    seconds: uploadGrantSeconds,
  });
  const answer = await xrpc(session.safeFetch, {
    baseUrl: videoUrlOf(session),
    secrets: [...session.secrets, token],
    nsid: 'app.bsky.video.uploadVideo',
    method: 'POST',
    // The name contains the hash of the bytes, so that the service recognizes a repeated upload.
    query: { did: session.externalAccountId, name: `${media.sha256.slice(0, 32)}.mp4` },
    access: { token },
    file: { mime: media.mime, open: () => meter.body(media, wholeOf(media)) },
    signal,
  });
  // "already_exists" has an error status, but all the data of a success.
  const job = readAnswer(answer, jobAnswerSchema);
  const isKnown = job?.error === 'already_exists' || answer.status === 409;
  if (job === null || !(isSuccess(answer) || isKnown)) {
    throw new PlatformFailed(xrpcFailure(answer, session.clock));
  }
  const uploadedAt = session.clock.now().toISOString();
  return { sha256: media.sha256, blob: job.blob ?? null, jobId: job.jobId, uploadedAt };
}

type Checked =
  { kind: 'ready'; blob: Blob } | { kind: 'pending'; checkAfterMs: number | null } | PlatformFailure;

/** Checks whether the service has created its version of the video, and stored it. */
export async function checkVideo(session: BlueskySession, { jobId }: BlueskyUpload): Promise<Checked> {
  if (jobId === null) return notUploaded;
  const answer = await xrpc(session.safeFetch, {
    baseUrl: videoUrlOf(session),
    secrets: session.secrets,
    nsid: 'app.bsky.video.getJobStatus',
    method: 'GET',
    query: { jobId },
  });
  const job = readSuccess(answer, jobAnswerSchema);
  if (job === null) return jobFailure(session, answer);
  if (job.blob) return { kind: 'ready', blob: job.blob };
  return job.state === 'JOB_STATE_FAILED'
    ? mediaRejected(answer.say(wordsOf(job)))
    : { kind: 'pending', checkAfterMs: null };
}

function wordsOf({ error, message }: Job): string {
  return `The video service could not process it: ${message ?? error ?? 'no reason given'}`;
}

function jobFailure({ clock }: BlueskySession, answer: PlatformAnswer): PlatformFailure {
  const failure = xrpcFailure(answer, clock);
  // The service requires no token for this call, so a rejection means that it does not know the job anymore.
  return failure.kind === 'rejected' ? { kind: 'upload-again', message: failure.message } : failure;
}

const limitsSchema = z.object({
  canUpload: z.boolean(),
  remainingDailyVideos: z.number().optional(),
  remainingDailyBytes: z.number().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
});

/** Asks whether the video may be sent, because a rejection after 300 MB would come late. */
async function checkLimits(uploading: BlueskyUploading, { sizeBytes }: PublicationMedia): Promise<void> {
  const { session, signal } = uploading;
  const baseUrl = videoUrlOf(session);
  const nsid = 'app.bsky.video.getUploadLimits';
  const aud = didOfHost(new URL(baseUrl).host);
  const token = await serviceGrant(uploading, { aud, lxm: nsid, seconds: limitsGrantSeconds });
  const secrets = [...session.secrets, token];
  const answer = await xrpc(session.safeFetch, {
    baseUrl,
    secrets,
    nsid,
    method: 'GET',
    access: { token },
    signal,
  });
  const limits = successOf(answer, limitsSchema, (refusal) => xrpcFailure(refusal, session.clock));
  const message = answer.say(
    limits.message ?? limits.error ?? 'The video service accepts no more videos today.',
  );
  const isSpent = limits.remainingDailyVideos === 0 || (limits.remainingDailyBytes ?? sizeBytes) < sizeBytes;
  if (isSpent) throw new PlatformFailed({ kind: 'rate-limited', retryAfterMs: dailyLimitWaitMs, message });
  if (!limits.canUpload) throw new PlatformFailed({ kind: 'rejected', code: 'PERMISSION_MISSING', message });
}

const grantSchema = z.object({ token: z.string().min(1) });

/** Gets a token from the account's server, for one call to another service on behalf of the account. */
async function serviceGrant(
  { session, access, signal }: BlueskyUploading,
  { aud, lxm, seconds }: { aud: string; lxm: string; seconds: number },
): Promise<string> {
  const exp = Math.floor(session.clock.now().getTime() / 1000) + seconds;
  const answer = await askServer(session, {
    nsid: 'com.atproto.server.getServiceAuth',
    method: 'GET',
    access,
    query: { aud, lxm, exp: String(exp) },
    signal,
  });
  const { token } = successOf(answer, grantSchema, (refusal) => xrpcFailure(refusal, session.clock));
  return token;
}

function videoUrlOf(session: BlueskySession): string {
  return session.sandboxUrl ?? session.settings.serviceUrls.video;
}

/** The did:web of a host, in which the colon before a port is escaped. */
function didOfHost(host: string): string {
  return `did:web:${host.replaceAll(':', '%3A')}`;
}
