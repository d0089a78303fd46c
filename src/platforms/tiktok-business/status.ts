import { z } from 'zod';
import { PlatformFailed } from '../kit/failure.js';
import type { Publication } from '../kit/platform.js';
import { getBusiness, type BusinessSession } from './api.js';
import { readData } from './envelope.js';
import { businessFailure } from './failures.js';
import { tikTokBusinessOptionsSchema } from './options.js';

/** The data of a job. An unknown status counts as still processing. */
const jobSchema = z.object({
  status: z.string(),
  reason: z.string().nullish(),
  post_ids: z
    .array(z.union([z.string(), z.int()]))
    .nullish()
    .catch(null),
});

/** The state of a post that TikTok has accepted. */
export type Job =
  | { kind: 'working'; message: string }
  /** Published, or delivered as a draft; `postId` is null if TikTok returns none. */
  | { kind: 'done'; postId: string | null }
  /** Public, but TikTok returns the post's id only some minutes later. */
  | { kind: 'unnamed'; message: string }
  | { kind: 'failed'; reason: string; message: string };

/**
 * Reads the state of a post by the job's id from the response of the publishing call, which belongs to
 * exactly that post.
 */
export async function readJob(
  session: BusinessSession,
  shareId: string,
  { options, timeoutMs }: { options: Publication['options']; timeoutMs?: number },
): Promise<Job> {
  const answer = await getBusiness(session, {
    path: '/business/publish/status/',
    params: { publish_id: shareId },
    timeoutMs,
  });
  const read = readData(answer, jobSchema);
  if (read === null) throw new PlatformFailed(businessFailure(answer, session.clock));
  const { status, reason, post_ids: postIds } = read;
  const message = answer.say(
    `TikTok has accepted the post; its state is ${status}${reason ? `: ${reason}` : ''}.`,
  );
  const postId = postIds?.[0];
  if (postId !== undefined) return { kind: 'done', postId: String(postId) };
  return jobOf({ status, reason: reason ?? '', message }, options);
}

function jobOf(
  { status, reason, message }: { status: string; reason: string; message: string },
  options: Publication['options'],
): Job {
  const { uploadToDraft, privacyLevel } = tikTokBusinessOptionsSchema.parse(options ?? {});
  switch (status) {
    case 'FAILED':
      return { kind: 'failed', reason, message };
    case 'SEND_TO_USER_INBOX':
      return uploadToDraft ? { kind: 'done', postId: null } : { kind: 'failed', reason, message };
    case 'PUBLISH_COMPLETE':
      // Only public posts have ids.
      return privacyLevel === 'PUBLIC_TO_EVERYONE'
        ? { kind: 'unnamed', message }
        : { kind: 'done', postId: null };
    default:
      return { kind: 'working', message };
  }
}
