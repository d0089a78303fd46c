import { z } from 'zod';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { readBusiness, readData, type TikTokBusinessContext } from './api.js';
import { businessFailure } from './failures.js';
import { tikTokBusinessOptionsSchema } from './options.js';

/** Unknown states are read as work that goes on. */
const jobSchema = z.object({
  status: z.string(),
  reason: z.string().nullish(),
  post_ids: z
    .array(z.union([z.string(), z.int()]))
    .nullish()
    .catch(null),
});

/** What has become of a post that TikTok has taken. */
export type Job =
  | { kind: 'working'; message: string }
  /** Published, or delivered; `postId` is null where TikTok tells none. */
  | { kind: 'done'; postId: string | null }
  /** Public, and TikTok will tell its id in minutes. */
  | { kind: 'unnamed'; message: string }
  | { kind: 'failed'; reason: string; message: string };

export type JobAnswer = { job: Job } | { failure: PlatformFailure };

/** Asks by the id that the publishing call was answered with: of this very post, and of no other. */
export async function readJob(
  context: TikTokBusinessContext,
  session: PlatformSession,
  shareId: string,
  { options, timeoutMs }: { options: Publication['options']; timeoutMs?: number },
): Promise<JobAnswer> {
  const result = await readBusiness(context, session, {
    path: '/business/publish/status/',
    params: { publish_id: shareId },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  if ('failure' in result) return result;
  const { answer } = result;
  const read = readData(answer, jobSchema);
  if (read === null) return { failure: businessFailure(answer, context.clock) };
  const { status, reason, post_ids: postIds } = read;
  const message = answer.say(
    `TikTok has accepted the post; its state is ${status}${reason ? `: ${reason}` : ''}.`,
  );
  const postId = postIds?.[0];
  if (postId !== undefined) return { job: { kind: 'done', postId: String(postId) } };
  return { job: jobOf({ status, reason: reason ?? '', message }, options) };
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
      // Ids are told of public posts alone.
      return privacyLevel === 'PUBLIC_TO_EVERYONE'
        ? { kind: 'unnamed', message }
        : { kind: 'done', postId: null };
    default:
      return { kind: 'working', message };
  }
}
