import { z } from 'zod';
import type { Call } from '../../../sandbox/call.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { invalid, ok } from './answers.js';

/** How long the id of a marked post is not returned, and the list does not show the post. */
const lateNameMs = 2_000;

/** An accepted post. Its outcome is fixed at once, and returned once processing is done. */
const jobSchema = z.object({
  shareId: z.string(),
  accountId: z.string(),
  postId: z.string(),
  caption: z.string(),
  mediaIds: z.array(z.string()),
  coverId: z.string().nullable().default(null),
  readyAtMs: z.number(),
  namedAtMs: z.number(),
  /** The reason why the post fails; null if it succeeds. */
  reason: z.string().nullable(),
  isDraft: z.boolean(),
  isPublic: z.boolean(),
  disablesComments: z.boolean(),
  shown: z.record(z.string(), z.string()),
});
export type Job = z.infer<typeof jobSchema>;

const keyOf = (shareId: string): string => `TIKTOK_BUSINESS job ${shareId}`;

export interface JobStart extends Omit<Job, 'shareId' | 'postId' | 'readyAtMs' | 'namedAtMs'> {
  kind: 'video' | 'photo';
  workMs: number;
  isNamedLate: boolean;
}

/** Accepts a post, and publishes it once processing is done. */
export function startJob(store: SandboxStore, { kind, workMs, isNamedLate, ...start }: JobStart): string {
  const postId = store.newNumericId();
  const shareId = `${kind === 'video' ? 'v' : 'p'}_pub_url~v1.${postId}`;
  const readyAtMs = store.now().getTime() + workMs;
  const job: Job = {
    ...start,
    shareId,
    postId,
    readyAtMs,
    namedAtMs: readyAtMs + (isNamedLate ? lateNameMs : 0),
  };
  store.setObject(keyOf(shareId), job);
  if (workMs === 0) settle(store, job);
  // A restart loses the timer; the next status request then completes the job.
  else setTimeout(() => settle(store, job), workMs).unref();
  return shareId;
}

function settle(store: SandboxStore, job: Job): void {
  const { shareId, postId, accountId, caption, mediaIds, isDraft, isPublic, disablesComments, shown } = job;
  const isKnown = store.object(keyOf(shareId)) !== undefined;
  const externalPostId = isDraft ? shareId : postId;
  if (!isKnown || job.reason !== null || store.find('TIKTOK_BUSINESS', externalPostId) !== undefined) return;
  store.publish({
    platform: 'TIKTOK_BUSINESS',
    accountId,
    externalPostId,
    text: caption,
    extra: { isListed: isPublic && !isDraft, listedAtMs: job.namedAtMs, disablesComments },
    media: mediaIds.map((mediaId) => ({ mediaId, altText: null })),
    coverId: job.coverId,
    shown,
  });
}

/** GET /business/publish/status/ */
export function statusAnswer(
  { store, token }: Call,
  { publish_id: shareId }: { publish_id: string },
): Response {
  const job = jobSchema.safeParse(store.object(keyOf(shareId))).data;
  if (job?.accountId !== token.accountId) return invalid('invalid_publish_id');
  const nowMs = store.now().getTime();
  if (nowMs < job.readyAtMs) return ok({ status: 'PROCESSING_DOWNLOAD' });
  if (job.reason !== null) return ok({ status: 'FAILED', reason: job.reason });
  settle(store, job);
  if (job.isDraft) return ok({ status: 'SEND_TO_USER_INBOX' });
  const isNamed = job.isPublic && nowMs >= job.namedAtMs;
  return ok({ status: 'PUBLISH_COMPLETE', ...(isNamed ? { post_ids: [job.postId] } : {}) });
}
