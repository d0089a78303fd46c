import type { JsonObject } from '../../domain/json.js';
import type { Connector } from '../kit/connector.js';
import { draftViolations } from '../kit/draft-rules.js';
import type { Published } from '../kit/failure.js';
import type { PlatformQuota, Publication, UploadAnswer, UploadRun } from '../kit/platform.js';
import { tikTokGrants } from '../kit/tiktok/login.js';
import type { TikTokBusinessContext, BusinessSession } from './api.js';
import { choices } from './choices.js';
import { findComment, prepareComment, publishComment } from './comment.js';
import { tikTokBusinessChanges } from './changes.js';
import { tikTokBusinessComments } from './comments.js';
import { businessLogin } from './connect.js';
import { findPost } from './find.js';
import { tikTokBusinessMediaRules } from './media-rules.js';
import { optionViolations, tikTokBusinessOptionsSchema } from './options.js';
import { postUrl, publishPost } from './post.js';
import { readJob } from './status.js';
import { limitsOf, mentionViolations, tikTokBusinessLimits } from './text.js';

/** The limit for all apps together. The number is from TikTok's guidelines; the reference does not state it. */
const postsPerDay: PlatformQuota = {
  rule: 'posts_per_day',
  max: 15,
  window: 'rolling-day',
  scope: 'account',
  counts: ({ replyTo, options }) => replyTo === null && options?.['uploadToDraft'] !== true,
};

const permalinkTimeoutMs = 5_000;

/**
 * Blind until the response to the publish call arrives: one call without a key, with the URLs of the media.
 * The response contains the id of a job, which all later look-ups use.
 */
export function createTikTokBusiness(context: TikTokBusinessContext): Connector<BusinessSession> {
  return {
    guaranteeOf: () => 'blind',
    limits: tikTokBusinessLimits,
    validate: (draft) => [
      ...draftViolations(
        draft,
        limitsOf(draft),
        (text) => text.length,
        tikTokBusinessOptionsSchema,
        tikTokBusinessMediaRules,
      ),
      ...mentionViolations(draft),
      ...optionViolations(draft),
    ],
    uploadMedia: (_session, publication, state, run) => Promise.resolve(skipUpload(publication, state, run)),
    prepare: (session, { replyTo }) =>
      replyTo === null
        ? // Drop the job of an earlier attempt: the next call gets a new one.
          Promise.resolve({ kind: 'prepared', state: {} })
        : prepareComment(session, replyTo),
    checkReadiness: () => Promise.resolve({ kind: 'ready' }),
    commit: (session, publication, state, sendBefore) =>
      publication.replyTo === null
        ? publishPost(session, publication, sendBefore)
        : publishComment(session, publication, state, sendBefore),
    findPublished: (session, publication, state, search) => {
      const { replyTo } = publication;
      return replyTo === null
        ? findPost(session, publication, state, search)
        : findComment(session, { ...publication, replyTo }, state, search);
    },
    readPermalink,
    choices,
    quotas: [postsPerDay],
    ...tikTokGrants(context, businessLogin(context)),
    comments: tikTokBusinessComments(),
    changes: tikTokBusinessChanges,
  };
}

/** Skips the upload, because the publishing call itself sends URLs to TikTok. */
function skipUpload({ media }: Publication, state: JsonObject | null, run: UploadRun): UploadAnswer {
  run.progress(media.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  return { kind: 'uploaded', state: state ?? {} };
}

/** Reads the URL of a post that is known only by its job, because TikTok may have returned its id since. */
async function readPermalink(
  session: BusinessSession,
  { externalPostId, reference }: Published,
): Promise<string | null> {
  // A comment has no URL.
  if (reference !== null) return null;
  const job = await readJob(session, externalPostId, {
    options: null,
    timeoutMs: permalinkTimeoutMs,
  });
  return job.kind === 'done' && job.postId !== null ? postUrl(session, job.postId) : null;
}
